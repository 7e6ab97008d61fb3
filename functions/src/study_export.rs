//! The partners' studies as files, for programs that read files: the generator knows no database.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use aws_config::{BehaviorVersion, retry::RetryConfig};

use crate::{
    context::{ContextError, timeouts},
    store::{StoreError, Studies},
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
    let table = env::var("STUDIES_TABLE").map_err(|_| ContextError::Missing("STUDIES_TABLE"))?;
    let aws = aws_config::defaults(BehaviorVersion::latest())
        .timeout_config(timeouts())
        .retry_config(RetryConfig::standard().with_max_attempts(3))
        .load()
        .await;
    let studies = Studies::new(aws_sdk_dynamodb::Client::new(&aws), table);
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
