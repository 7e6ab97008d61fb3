//! Storage of documents.

use std::{
    collections::BTreeMap,
    fs, io,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

/// A document and its response headers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document {
    /// Content.
    pub bytes: Vec<u8>,
    /// Headers by name.
    pub headers: BTreeMap<String, String>,
}

/// Documents by name.
#[derive(Debug, Clone)]
pub enum DocumentStore {
    /// In memory, for tests.
    Memory(Arc<Mutex<BTreeMap<String, Document>>>),
    /// In this folder, one file per document and one for its headers.
    Folder(PathBuf),
}

/// The suffix of header files.
const HEADERS: &str = ".headers";

impl DocumentStore {
    /// Returns the names of all documents.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        match self {
            Self::Memory(documents) => {
                documents.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
            }
            Self::Folder(folder) => {
                let files = fs::read_dir(folder).into_iter().flatten().flatten();
                let names = files.filter_map(|file| file.file_name().into_string().ok());
                names.filter(|name| !name.ends_with(HEADERS)).collect()
            }
        }
    }

    pub(super) fn store(&self, name: &str, document: &Document) -> io::Result<()> {
        match self {
            Self::Memory(documents) => {
                let mut documents = documents.lock().unwrap_or_else(PoisonError::into_inner);
                documents.insert(name.to_owned(), document.clone());
                Ok(())
            }
            Self::Folder(folder) => {
                fs::create_dir_all(folder)?;
                let lines = document.headers.iter().map(|(name, value)| format!("{name}: {value}\n"));
                fs::write(folder.join(format!("{}{HEADERS}", is_plain(name)?)), lines.collect::<String>())?;
                fs::write(folder.join(is_plain(name)?), &document.bytes)
            }
        }
    }

    pub(super) fn read(&self, name: &str) -> Option<Document> {
        match self {
            Self::Memory(documents) => {
                documents.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
            }
            Self::Folder(folder) => {
                let name = is_plain(name).ok()?;
                let bytes = fs::read(folder.join(name)).ok()?;
                let lines = fs::read_to_string(folder.join(format!("{name}{HEADERS}"))).unwrap_or_default();
                let headers = lines.lines().filter_map(|line| line.split_once(": "));
                let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
                Some(Document { bytes, headers })
            }
        }
    }

    pub(super) fn remove(&self, name: &str) -> io::Result<()> {
        match self {
            Self::Memory(documents) => {
                documents.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
                Ok(())
            }
            Self::Folder(folder) => {
                let name = is_plain(name)?;
                for file in [name.to_owned(), format!("{name}{HEADERS}")] {
                    match fs::remove_file(folder.join(file)) {
                        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                        done => done?,
                    }
                }
                Ok(())
            }
        }
    }
}

/// Checks that a name contains only letters and digits, so it can't lead to another folder.
fn is_plain(name: &str) -> io::Result<&str> {
    let is_plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_plain.then_some(name).ok_or_else(|| io::Error::other("the name must consist of letters and digits"))
}
