//! Builds the search index from the Registry table and publishes it.

use std::path::Path;

use waypoint_search::{
    Origin, RegistryFigures, Release, ReleaseError, Releases,
    partner::{LogError, PartnerStudies, StudyLog},
};
use waypoint_vocabulary::Vocabulary;

use crate::{
    clock::Clock,
    store::{Registry, StoreError, figure_day},
};

/// Why the index can't be built. The current index stays in use.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// The table can't be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The files can't be written.
    #[error(transparent)]
    Release(#[from] ReleaseError),
    /// The partner studies can't be read.
    #[error(transparent)]
    PartnerStudies(#[from] LogError),
}

/// The result of publishing the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IndexPublication {
    /// A new index was built and is in use.
    Built(Release),
    /// The index in use already has the same records and rules.
    Current(Release),
    /// A sync of the table is running. The current index, if any, stays in use.
    SyncRunning,
}

/// Builds the index of the table's records in this folder, unless the current one has the same records. Names of
/// conditions are suggested as for searches that also show the partner studies of the log in this folder. `progress`
/// receives the number of studies added so far, after each batch.
pub async fn publish(
    registry: &Registry,
    folder: &Path,
    vocabulary: &Vocabulary,
    mut progress: impl FnMut(usize),
) -> Result<IndexPublication, PublishError> {
    let state = registry.sync_state().await?;
    let Some(last) = state.last.filter(|_| state.run.is_none()) else {
        return Ok(IndexPublication::SyncRunning);
    };
    let origin = Origin::from_table_version(format!("{} #{}", state.source, state.revision));
    let releases = Releases::in_folder(folder);
    if releases.is_current(&origin) {
        return Ok(IndexPublication::Current(releases.current()?));
    }
    let partners = match StudyLog::in_folder(folder).studies(vocabulary) {
        Err(LogError::Missing(_)) => PartnerStudies::default(),
        partners => partners?,
    };
    let mut draft = releases.begin(origin, vocabulary)?.with_partners(&partners);
    let mut records = registry.records();
    let mut added = 0;
    let mut figures = RegistryFigures::starting(figure_day(Clock::default().now()), last.read_until);
    while let Some(studies) = records.next().await? {
        for study in &studies {
            draft.add(study)?;
            figures.count(study.last_updated);
        }
        added += studies.len();
        progress(added);
    }
    Ok(IndexPublication::Built(draft.publish(|release| release.write_figures(&figures))?))
}
