//! Where documents lie.

use std::{
    collections::BTreeMap,
    fs, io,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

/// A document, with the headers with which it is given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stored {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its headers by their names.
    pub headers: BTreeMap<String, String>,
}

/// Documents by their names.
#[derive(Debug, Clone)]
pub enum Shelf {
    /// In memory, for tests.
    Memory(Arc<Mutex<BTreeMap<String, Stored>>>),
    /// In this folder, each in a file of its own, with its headers in another one beside it.
    Folder(PathBuf),
}

/// With which the name of a file of headers ends.
const HEADERS: &str = ".headers";

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
                let names = files.filter_map(|file| file.file_name().into_string().ok());
                names.filter(|name| !name.ends_with(HEADERS)).collect()
            }
        }
    }

    pub(super) fn keep(&self, name: &str, document: &Stored) -> io::Result<()> {
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

    pub(super) fn read(&self, name: &str) -> Option<Stored> {
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
                Some(Stored { bytes, headers })
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

/// A name that leads to no other folder.
fn is_plain(name: &str) -> io::Result<&str> {
    let is_plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_plain.then_some(name).ok_or_else(|| io::Error::other("a name of letters and digits is needed"))
}
