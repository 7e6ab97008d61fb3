//! The partners' studies as files, for programs that read files: the generator knows no database.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::{
    context::{ContextError, studies_from_environment},
    store::StoreError,
};

/// The studies can't be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The environment is incomplete.
    #[error(transparent)]
    Configuration(#[from] ContextError),
    /// The store does not answer.
    #[error("the studies can't be read: {0}. Check AWS_REGION, the credentials and STUDIES_TABLE")]
    Store(#[from] StoreError),
    /// A file can't be written.
    #[error("{} can't be written: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
}

/// Writes each study of the table that the environment names, with its questions, as
/// `<number>.json`, and says how many there are.
///
/// # Errors
/// When a study can't be read or written.
pub async fn export(folder: &Path) -> Result<usize, ExportError> {
    let studies = studies_from_environment().await?;
    let listed = studies.all().await?;
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
