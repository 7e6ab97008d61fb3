//! Serves the studies of a file as a registry.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use waypoint_functions::secret::hex;

use super::RegistryRecords;

/// The sample in this repository.
const SAMPLE: &str = include_str!("../../sample/registry.json");

/// The studies of a file.
#[derive(Debug, Clone)]
pub struct RegistryFile {
    studies: Arc<Vec<Value>>,
    /// Identifies the file and its contents.
    pub source: String,
}

/// The file can't be used.
#[derive(Debug, thiserror::Error)]
pub enum RegistryFileError {
    /// The file could not be read.
    #[error("could not read the registry file {path}: {cause}")]
    Unreadable {
        path: PathBuf,
        /// The system's error.
        cause: io::Error,
    },
    /// The file doesn't have the registry's format.
    #[error("the registry file {path} is invalid: {what}; it must be {{\"studies\": […]}}")]
    InvalidFormat {
        path: PathBuf,
        /// The parser's error with its position.
        what: String,
    },
}

#[derive(Deserialize)]
struct File {
    studies: Vec<Value>,
}

impl RegistryFile {
    /// Returns the sample in this repository.
    pub fn sample() -> Result<Self, RegistryFileError> {
        Self::parse(SAMPLE, Path::new("infra/local/sample/registry.json"))
    }

    /// Reads a file in the registry's format.
    pub fn read(path: &Path) -> Result<Self, RegistryFileError> {
        let text = fs::read_to_string(path)
            .map_err(|cause| RegistryFileError::Unreadable { path: path.to_owned(), cause })?;
        Self::parse(&text, path)
    }

    fn parse(text: &str, path: &Path) -> Result<Self, RegistryFileError> {
        let file: File = serde_json::from_str(text).map_err(|error| RegistryFileError::InvalidFormat {
            path: path.to_owned(),
            what: error.to_string(),
        })?;
        let source = format!("file:{}", hex(&Sha256::digest(text)));
        Ok(Self { studies: Arc::new(file.studies), source })
    }
}

impl RegistryRecords for RegistryFile {
    /// Returns the date of the latest change.
    fn version(&self) -> String {
        let latest = self.studies.iter().filter_map(|study| updated(study)).max().unwrap_or("1970-01-01");
        format!("{latest}T00:00:00")
    }

    fn count(&self) -> usize {
        self.studies.len()
    }

    fn updated(&self, index: usize) -> Option<String> {
        Some(self.studies.get(index).and_then(updated).unwrap_or_default().to_owned())
    }

    fn record(&self, index: usize) -> Option<Value> {
        self.studies.get(index).cloned()
    }

    fn index_of(&self, number: &str) -> Option<usize> {
        self.studies.iter().position(|study| {
            study.pointer("/protocolSection/identificationModule/nctId").and_then(Value::as_str)
                == Some(number)
        })
    }
}

fn updated(study: &Value) -> Option<&str> {
    study.pointer("/protocolSection/statusModule/lastUpdatePostDateStruct/date").and_then(Value::as_str)
}
