//! Where documents lie.

use std::{
    collections::BTreeMap,
    fs, io,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

/// Documents by their names.
#[derive(Debug, Clone)]
pub enum Shelf {
    /// In memory, for tests.
    Memory(Arc<Mutex<BTreeMap<String, Vec<u8>>>>),
    /// In this folder, each in a file of its own.
    Folder(PathBuf),
}

impl Shelf {
    /// The names of all documents.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        match self {
            Self::Memory(documents) => {
                documents.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
            }
            Self::Folder(folder) => {
                let files = fs::read_dir(folder).into_iter().flatten().flatten();
                files.filter_map(|file| file.file_name().into_string().ok()).collect()
            }
        }
    }

    pub(super) fn keep(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Memory(documents) => {
                let mut documents = documents.lock().unwrap_or_else(PoisonError::into_inner);
                documents.insert(name.to_owned(), bytes.to_vec());
                Ok(())
            }
            Self::Folder(folder) => {
                fs::create_dir_all(folder)?;
                fs::write(folder.join(is_plain(name)?), bytes)
            }
        }
    }

    pub(super) fn read(&self, name: &str) -> Option<Vec<u8>> {
        match self {
            Self::Memory(documents) => {
                documents.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
            }
            Self::Folder(folder) => fs::read(folder.join(is_plain(name).ok()?)).ok(),
        }
    }

    pub(super) fn remove(&self, name: &str) -> io::Result<()> {
        match self {
            Self::Memory(documents) => {
                documents.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
                Ok(())
            }
            Self::Folder(folder) => match fs::remove_file(folder.join(is_plain(name)?)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                done => done,
            },
        }
    }
}

/// A name that leads to no other folder.
fn is_plain(name: &str) -> io::Result<&str> {
    let is_plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_plain.then_some(name).ok_or_else(|| io::Error::other("a name of letters and digits is needed"))
}
