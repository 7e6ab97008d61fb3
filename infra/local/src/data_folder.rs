//! The folder in which the programs of this machine keep what they keep. One of them works on it at a time.

use std::{
    fs, io,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use crate::{database::Storage, whole_file};

/// The folder of documents, beside the database.
pub(crate) const DOCUMENTS: &str = "documents";
/// The digests of the studies that were sown.
const SEEDS: &str = "seeds.json";
/// The database, and what it writes beside it.
const DATABASE: [&str; 3] = ["database.sqlite", "database.sqlite-wal", "database.sqlite-shm"];
/// Where the database answers.
const ADDRESS: &str = "database.address";

/// The folder can't be used.
#[derive(Debug, thiserror::Error)]
pub enum DataFolderError {
    /// It can't be read or written.
    #[error(
        "the data folder {path} can't be used: {cause}; check free space and rights, or name another one with --data"
    )]
    Unusable {
        /// The folder.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// Another program works on it.
    #[error("another server works on {0}; stop it first, or name another folder with --data")]
    InUse(PathBuf),
}

/// A data folder that this program alone works on.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    _lock: fs::File,
}

impl DataFolder {
    /// Makes the folder and holds a lock in it, so that two programs never write one database.
    ///
    /// # Errors
    /// When another one has the lock, or the folder can't be written.
    pub fn open(path: &Path) -> Result<Self, DataFolderError> {
        let error = |cause| DataFolderError::Unusable { path: path.to_owned(), cause };
        fs::create_dir_all(path).map_err(error)?;
        let lock = fs::File::create(path.join("lock")).map_err(error)?;
        if lock.try_lock().is_err() {
            return Err(DataFolderError::InUse(path.to_owned()));
        }
        Ok(Self { path: path.to_owned(), _lock: lock })
    }

    /// Deletes what is kept in the folder, and nothing else that may be there.
    ///
    /// # Errors
    /// When something can't be deleted.
    pub fn forget(&self) -> Result<(), DataFolderError> {
        let absent_is_fine = |result: io::Result<()>| match result {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other.map_err(|cause| DataFolderError::Unusable { path: self.path.clone(), cause }),
        };
        for name in DATABASE.into_iter().chain(["secret.key", SEEDS, ADDRESS]) {
            absent_is_fine(fs::remove_file(self.path.join(name)))?;
        }
        absent_is_fine(fs::remove_dir_all(self.path.join(DOCUMENTS)))?;
        absent_is_fine(fs::remove_dir_all(self.index()))?;
        absent_is_fine(fs::remove_dir_all(self.path.join("site")))
    }

    /// Where the items are kept.
    #[must_use]
    pub fn storage(&self) -> Storage {
        Storage::File(self.path.join(DATABASE[0]))
    }

    /// Copies the items into another folder. Nobody may have them open.
    ///
    /// # Errors
    /// When they can't be read or written.
    pub(crate) fn copy_database(&self, to: &Path) -> Result<Storage, DataFolderError> {
        // The last is made anew by whoever opens the other two.
        for name in &DATABASE[..2] {
            let from = self.path.join(name);
            if from.exists() {
                fs::copy(&from, to.join(name))
                    .map_err(|cause| DataFolderError::Unusable { path: self.path.clone(), cause })?;
            }
        }
        Ok(Storage::File(to.join(DATABASE[0])))
    }

    /// Where the secret is kept.
    #[must_use]
    pub fn secret(&self) -> PathBuf {
        self.path.join("secret.key")
    }

    /// Where it is kept which studies of the content were sown.
    #[must_use]
    pub fn seeds(&self) -> PathBuf {
        self.path.join(SEEDS)
    }

    /// Tells other programs where the database answers while this one runs.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn tell_address(&self, database: SocketAddr) -> Result<(), DataFolderError> {
        whole_file::write(&self.path.join(ADDRESS), database.to_string().as_bytes())
            .map_err(|cause| DataFolderError::Unusable { path: self.path.clone(), cause })
    }

    /// Where the database of this folder answers, which another program works on.
    #[must_use]
    pub fn address_told(path: &Path) -> Option<SocketAddr> {
        fs::read_to_string(path.join(ADDRESS)).ok()?.trim().parse().ok()
    }

    /// Where the releases of the search index are kept.
    #[must_use]
    pub fn index(&self) -> PathBuf {
        self.path.join("index")
    }
}
