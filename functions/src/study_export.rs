//! Exports partner studies as files, because the generator has no database access.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::{
    context::{ContextError, studies_from_environment},
    store::StoreError,
};

/// Why studies can't be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The environment is incomplete.
    #[error(transparent)]
    Configuration(#[from] ContextError),
    /// The store can't be read.
    #[error("the studies can't be read: {0}. Check AWS_REGION, the AWS credentials, and STUDIES_TABLE")]
    Store(#[from] StoreError),
    /// A file can't be written.
    #[error("{} can't be written: {reason}", path.display())]
    File {
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
}

/// Writes each study of the `STUDIES_TABLE`, with its questions, to `<number>.json`. Returns the number of studies.
pub async fn export(folder: &Path) -> Result<usize, ExportError> {
    let studies = studies_from_environment().await?;
    let listed = studies.list().await?;
    for study in &listed {
        let number = &study.snow_study_number;
        let path = folder.join(format!("{number}.json"));
        let failed = |reason| ExportError::File { path: path.clone(), reason };
        let whole = studies.by_number(number).await?;
        let text = serde_json::to_string_pretty(whole.as_ref().unwrap_or(study))
            .map_err(|error| failed(io::Error::other(error)))?;
        fs::write(&path, text).map_err(failed)?;
    }
    Ok(listed.len())
}
