//! The folder with all stored data of local programs. Only one program uses it at a time.

use std::{
    fs, io,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use crate::{atomic_write, database::Storage};

/// The folder of documents, next to the database.
pub(crate) const DOCUMENTS: &str = "documents";
/// The digests of the seeded studies.
const SEEDS: &str = "seeds.json";
/// The files of the database.
const DATABASE: [&str; 3] = ["database.sqlite", "database.sqlite-wal", "database.sqlite-shm"];
/// The file with the address of the running database.
const ADDRESS: &str = "database.address";

/// The folder can't be used.
#[derive(Debug, thiserror::Error)]
pub enum DataFolderError {
    /// The folder could not be read or written.
    #[error(
        "could not use the data folder {path}: {cause}; check free space and permissions, or choose another one with --data"
    )]
    Unusable {
        path: PathBuf,
        /// The system's error.
        cause: io::Error,
    },
    /// Another program uses the folder.
    #[error("another server works on {0}; stop it first, or choose another folder with --data")]
    InUse(PathBuf),
}

/// A data folder, locked by this program.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    _lock: fs::File,
}

impl DataFolder {
    /// Creates the folder and locks it, so that two programs never use the same database.
    pub fn open(path: &Path) -> Result<Self, DataFolderError> {
        let error = |cause| DataFolderError::Unusable { path: path.to_owned(), cause };
        fs::create_dir_all(path).map_err(error)?;
        let lock = fs::File::create(path.join("lock")).map_err(error)?;
        if lock.try_lock().is_err() {
            return Err(DataFolderError::InUse(path.to_owned()));
        }
        Ok(Self { path: path.to_owned(), _lock: lock })
    }

    /// Deletes all stored data. Other files in the folder remain.
    pub fn clear(&self) -> Result<(), DataFolderError> {
        let ignore_missing = |result: io::Result<()>| match result {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            result => result.map_err(|cause| DataFolderError::Unusable { path: self.path.clone(), cause }),
        };
        for name in DATABASE.into_iter().chain(["secret.key", SEEDS, ADDRESS]) {
            ignore_missing(fs::remove_file(self.path.join(name)))?;
        }
        ignore_missing(fs::remove_dir_all(self.path.join(DOCUMENTS)))?;
        ignore_missing(fs::remove_dir_all(self.index()))?;
        ignore_missing(fs::remove_dir_all(self.path.join("site")))
    }

    /// Returns the storage of the database.
    #[must_use]
    pub fn storage(&self) -> Storage {
        Storage::File(self.path.join(DATABASE[0]))
    }

    /// Copies the database into another folder. No process may have it open.
    pub(crate) fn copy_database(&self, to: &Path) -> Result<Storage, DataFolderError> {
        // SQLite recreates the third file when it opens the other two.
        for name in &DATABASE[..2] {
            let from = self.path.join(name);
            if from.exists() {
                fs::copy(&from, to.join(name))
                    .map_err(|cause| DataFolderError::Unusable { path: self.path.clone(), cause })?;
            }
        }
        Ok(Storage::File(to.join(DATABASE[0])))
    }

    /// Returns the path of the secret.
    #[must_use]
    pub fn secret(&self) -> PathBuf {
        self.path.join("secret.key")
    }

    /// Returns the path of the digests of seeded studies.
    #[must_use]
    pub fn seeds(&self) -> PathBuf {
        self.path.join(SEEDS)
    }

    /// Writes the address of the running database for other programs.
    pub fn write_database_address(&self, database: SocketAddr) -> Result<(), DataFolderError> {
        atomic_write::write(&self.path.join(ADDRESS), database.to_string().as_bytes())
            .map_err(|cause| DataFolderError::Unusable { path: self.path.clone(), cause })
    }

    /// Returns the address of the database, if another program runs it.
    #[must_use]
    pub fn read_database_address(path: &Path) -> Option<SocketAddr> {
        fs::read_to_string(path.join(ADDRESS)).ok()?.trim().parse().ok()
    }

    /// Returns the path of the search index's releases.
    #[must_use]
    pub fn index(&self) -> PathBuf {
        self.path.join("index")
    }
}
