//! A file of the registry's shape as the records of a registry.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use waypoint_functions::secret::hex;

use super::Shelf;

/// The sample that comes with the project.
const SAMPLE: &str = include_str!("../../sample/registry.json");

/// A registry of a file.
#[derive(Debug, Clone)]
pub struct RegistryFile {
    studies: Arc<Vec<Value>>,
    /// Names this file and its state.
    pub source: String,
}

/// The file can't be used.
#[derive(Debug, thiserror::Error)]
pub enum RegistryFileError {
    /// It can't be read.
    #[error("the registry file {path} can't be read: {cause}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// It is no registry file.
    #[error(
        "the registry file {path} is not of the registry's shape: {what}; it must be {{\"studies\": […]}}"
    )]
    Shape {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        what: String,
    },
}

#[derive(Deserialize)]
struct File {
    studies: Vec<Value>,
}

impl RegistryFile {
    /// The sample that comes with the project.
    ///
    /// # Errors
    /// When it is broken.
    pub fn sample() -> Result<Self, RegistryFileError> {
        Self::parse(SAMPLE, Path::new("infra/local/sample/registry.json"))
    }

    /// A file of the registry's shape.
    ///
    /// # Errors
    /// When it can't be read, or is of another shape.
    pub fn read(path: &Path) -> Result<Self, RegistryFileError> {
        let text = fs::read_to_string(path)
            .map_err(|cause| RegistryFileError::Unreadable { path: path.to_owned(), cause })?;
        Self::parse(&text, path)
    }

    fn parse(text: &str, path: &Path) -> Result<Self, RegistryFileError> {
        let file: File = serde_json::from_str(text)
            .map_err(|error| RegistryFileError::Shape { path: path.to_owned(), what: error.to_string() })?;
        let source = format!("file:{}", hex(&Sha256::digest(text)));
        Ok(Self { studies: Arc::new(file.studies), source })
    }
}

impl Shelf for RegistryFile {
    /// The latest change of a record.
    fn version(&self) -> String {
        let latest = self.studies.iter().filter_map(|study| updated(study)).max().unwrap_or("1970-01-01");
        format!("{latest}T00:00:00")
    }

    fn places(&self) -> usize {
        self.studies.len()
    }

    fn updated(&self, place: usize) -> Option<String> {
        Some(self.studies.get(place).and_then(updated).unwrap_or_default().to_owned())
    }

    fn record(&self, place: usize) -> Option<Value> {
        self.studies.get(place).cloned()
    }

    fn place_of(&self, number: &str) -> Option<usize> {
        self.studies.iter().position(|study| {
            study.pointer("/protocolSection/identificationModule/nctId").and_then(Value::as_str)
                == Some(number)
        })
    }
}

fn updated(study: &Value) -> Option<&str> {
    study.pointer("/protocolSection/statusModule/lastUpdatePostDateStruct/date").and_then(Value::as_str)
}
