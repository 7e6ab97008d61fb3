//! The index of the records that the Registry table holds, built and put into use.

use std::path::Path;

use waypoint_search::{Origin, Release, ReleaseError, Releases};
use waypoint_vocabulary::Vocabulary;

use crate::store::{Registry, StoreError};

/// The index can't be built. The one in use stays.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// The table.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The files.
    #[error(transparent)]
    Release(#[from] ReleaseError),
}

/// What became of the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Published {
    /// It has been built, and is in use.
    Built(Release),
    /// The one in use is of the same records, by the same rules.
    Current(Release),
    /// The table is in the middle of a sync; the one in use, if there is one, stays.
    NotYet,
}

/// Builds the index of the table's records in this folder, unless the one in use is of the same
/// records. `progress` is told how many studies were added, each time that some were.
///
/// # Errors
/// When the store does not answer, or the folder can't be written.
pub async fn publish(
    registry: &Registry,
    folder: &Path,
    vocabulary: &Vocabulary,
    mut progress: impl FnMut(usize),
) -> Result<Published, PublishError> {
    let state = registry.sync_state().await?;
    if state.run.is_some() || state.last.is_none() {
        return Ok(Published::NotYet);
    }
    let origin = Origin::of_table(format!("{} #{}", state.source, state.revision));
    let releases = Releases::of(folder);
    if releases.fits(&origin) {
        return Ok(Published::Current(releases.current()?));
    }
    let mut draft = releases.begin(origin, vocabulary)?;
    let mut records = registry.records();
    let mut added = 0;
    while let Some(studies) = records.next().await? {
        studies.iter().try_for_each(|study| draft.add(study))?;
        added += studies.len();
        progress(added);
    }
    Ok(Published::Built(draft.publish(|_| Ok(()))?))
}
