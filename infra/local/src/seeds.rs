//! The studies of the content as seeds: a file is sown into the table when it is new or has changed, and what was
//! changed in the table since stays.

use std::{
    collections::BTreeMap,
    fmt, fs, io,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};
use waypoint_domain::partner_study::PartnerStudy;
use waypoint_functions::{
    secret::hex,
    store::{StoreError, Studies, Written, WrittenStudy},
};

use crate::whole_file;

/// How often a study is read again that somebody else changes at the same time.
const TRIES: usize = 5;

/// What was sown before: the digest of each study, by its number.
type Digests = BTreeMap<String, String>;

/// What was done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sown {
    /// How many studies were written.
    pub written: usize,
    /// How many studies were removed.
    pub removed: usize,
}

impl fmt::Display for Sown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of the content written, {} removed", self.written, self.removed)
    }
}

/// Seeds can't be sown.
#[derive(Debug, thiserror::Error)]
pub enum SeedsError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Others are always in the way.
    #[error("the study {0} is changed by somebody else all the time; try again")]
    InTheWay(String),
    /// The file of what was sown before.
    #[error("{} can't be written: {cause}; check free space and rights", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
}

/// Brings the table up to the changes of the content, of which this file holds what was sown before.
///
/// # Errors
/// When the store or the file fails; what was sown so far is sown again then.
pub async fn sow(studies: &Studies, seeds: &[PartnerStudy], file: &Path) -> Result<Sown, SeedsError> {
    let before: Digests =
        fs::read(file).ok().and_then(|json| serde_json::from_slice(&json).ok()).unwrap_or_default();
    let now: Digests =
        seeds.iter().map(|study| (study.snow_study_number.to_string(), digest(study))).collect();
    let differs = |study: &&PartnerStudy| {
        let number = study.snow_study_number.as_str();
        before.get(number) != now.get(number)
    };
    let changed: Vec<&PartnerStudy> = seeds.iter().filter(differs).collect();
    let gone: Vec<&String> = before.keys().filter(|number| !now.contains_key(*number)).collect();
    if changed.is_empty() && gone.is_empty() {
        return Ok(Sown::default());
    }
    let mut written = by_number(studies.as_written().await?);
    for study in &changed {
        let number = study.snow_study_number.as_str();
        let mut tries = 0;
        while studies.put(written.get(number), study).await? == Written::ChangedMeanwhile {
            tries += 1;
            written = again(studies, number, tries).await?;
        }
    }
    for number in &gone {
        let mut tries = 0;
        while let Some(study) = written.get(*number)
            && studies.remove(study).await? == Written::ChangedMeanwhile
        {
            tries += 1;
            written = again(studies, number, tries).await?;
        }
    }
    whole_file::write(file, &serde_json::to_vec_pretty(&now).unwrap_or_default())
        .map_err(|cause| SeedsError::File { path: file.to_owned(), cause })?;
    Ok(Sown { written: changed.len(), removed: gone.len() })
}

async fn again(
    studies: &Studies,
    number: &str,
    tries: usize,
) -> Result<BTreeMap<String, WrittenStudy>, SeedsError> {
    if tries == TRIES {
        return Err(SeedsError::InTheWay(number.to_owned()));
    }
    Ok(by_number(studies.as_written().await?))
}

fn by_number(written: Vec<WrittenStudy>) -> BTreeMap<String, WrittenStudy> {
    written.into_iter().map(|study| (study.number.clone(), study)).collect()
}

fn digest(study: &PartnerStudy) -> String {
    hex(&Sha256::digest(serde_json::to_vec(study).unwrap_or_default()))
}
