//! Seeds the table with the studies of the content. A study file is written when it is new or has changed, so edits
//! made in the table remain.

use std::{
    collections::BTreeMap,
    fmt, fs, io,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};
use waypoint_domain::partner_study::PartnerStudy;
use waypoint_functions::{
    secret::hex,
    store::{StoreError, StoredStudy, Studies, StudyWrite},
};

use crate::atomic_write;

/// The number of attempts per study if others change it at the same time.
const MAX_ATTEMPTS: usize = 5;

/// Digests of the seeded studies, by number.
type Digests = BTreeMap<String, String>;

/// The result of seeding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SeedReport {
    /// Number of written studies.
    pub written: usize,
    /// Number of removed studies.
    pub removed: usize,
}

impl fmt::Display for SeedReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of the content written, {} removed", self.written, self.removed)
    }
}

/// Seeding failed.
#[derive(Debug, thiserror::Error)]
pub enum SeedsError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Others keep changing the same study.
    #[error("the study {0} keeps being changed by another writer; try again")]
    Contention(String),
    /// The file of digests could not be written.
    #[error("could not write {}: {cause}; check free space and permissions", path.display())]
    File {
        path: PathBuf,
        /// The system's error.
        cause: io::Error,
    },
}

/// Applies the content's changes since the last seeding to the table. `file` stores the digests of seeded studies.
///
/// # Errors
/// When the store or the file fails. The next call repeats all changes.
pub async fn seed(studies: &Studies, seeds: &[PartnerStudy], file: &Path) -> Result<SeedReport, SeedsError> {
    let before: Digests =
        fs::read(file).ok().and_then(|json| serde_json::from_slice(&json).ok()).unwrap_or_default();
    let current: Digests =
        seeds.iter().map(|study| (study.snow_study_number.to_string(), digest(study))).collect();
    let differs = |study: &&PartnerStudy| {
        let number = study.snow_study_number.as_str();
        before.get(number) != current.get(number)
    };
    let changed: Vec<&PartnerStudy> = seeds.iter().filter(differs).collect();
    let removed: Vec<&String> = before.keys().filter(|number| !current.contains_key(*number)).collect();
    if changed.is_empty() && removed.is_empty() {
        return Ok(SeedReport::default());
    }
    let mut written = by_number(studies.stored_studies().await?);
    for study in &changed {
        let number = study.snow_study_number.as_str();
        let mut attempts = 0;
        while studies.put(written.get(number), study).await? == StudyWrite::Conflict {
            attempts += 1;
            written = retry(studies, number, attempts).await?;
        }
    }
    for number in &removed {
        let mut attempts = 0;
        while let Some(study) = written.get(*number)
            && studies.remove(study).await? == StudyWrite::Conflict
        {
            attempts += 1;
            written = retry(studies, number, attempts).await?;
        }
    }
    atomic_write::write(file, &serde_json::to_vec_pretty(&current).unwrap_or_default())
        .map_err(|cause| SeedsError::File { path: file.to_owned(), cause })?;
    Ok(SeedReport { written: changed.len(), removed: removed.len() })
}

async fn retry(
    studies: &Studies,
    number: &str,
    attempts: usize,
) -> Result<BTreeMap<String, StoredStudy>, SeedsError> {
    if attempts == MAX_ATTEMPTS {
        return Err(SeedsError::Contention(number.to_owned()));
    }
    Ok(by_number(studies.stored_studies().await?))
}

fn by_number(written: Vec<StoredStudy>) -> BTreeMap<String, StoredStudy> {
    written.into_iter().map(|study| (study.number.clone(), study)).collect()
}

fn digest(study: &PartnerStudy) -> String {
    hex(&Sha256::digest(serde_json::to_vec(study).unwrap_or_default()))
}
