//! Reading the whole registry into the Registry table: page by page, bounded in memory to one
//! page, and from where an interrupted run stopped.

use waypoint_domain::registry_study::RegistryStudy;
use waypoint_registry::Refused;

use crate::{
    external::registry_client::{FetchError, Page, RegistryClient},
    store::{Registry, StoreError, SyncState},
};

/// How many studies a page has.
pub const PAGE_SIZE: usize = 1000;

/// What a sync did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SyncReport {
    /// How many records were kept, earlier pages of an interrupted run included.
    pub kept: usize,
    /// Records that can't be used, and why.
    pub refused: Vec<Refused>,
    /// Whether an earlier run was gone on with.
    pub resumed: bool,
    /// Whether the registry had been read to its end before, and nothing was done.
    pub up_to_date: bool,
}

/// Why a sync stopped. What it had kept stays, and the next run goes on from there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SyncError {
    /// The registry failed.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Reads a registry to its end. `source` names the registry and its state; when it is another one
/// than last time, what was kept of the other is forgotten first. `progress` is told after each
/// page how many records are kept, and how many there are if the registry says.
///
/// # Errors
/// When the registry or the store fails for good; a later call goes on where this one stopped.
pub async fn sync(
    client: &RegistryClient,
    registry: &Registry,
    source: &str,
    mut progress: impl FnMut(usize, Option<usize>),
) -> Result<SyncReport, SyncError> {
    let mut state = registry.sync_state().await?;
    if state.source != source {
        registry.clear().await?;
        state = SyncState { source: source.to_owned(), ..SyncState::default() };
        registry.set_sync_state(&state).await?;
    }
    if state.complete {
        return Ok(SyncReport { kept: state.kept, up_to_date: true, ..SyncReport::default() });
    }
    let mut report = SyncReport { resumed: state.next_page.is_some(), ..SyncReport::default() };
    let mut total = None;
    while !state.complete {
        let page = page(client, &mut state).await?;
        total = page.total.or(total);
        let studies: Vec<RegistryStudy> = one_per_number(page.studies);
        let too_large = registry.put(&studies).await?;
        state.kept += studies.len() - too_large.len();
        if page.next.is_some() && page.next == state.next_page {
            return Err(FetchError::Unreadable("its pages repeat").into());
        }
        state.complete = page.next.is_none();
        state.next_page = page.next;
        registry.set_sync_state(&state).await?;
        report.refused.extend(page.refused);
        report.refused.extend(too_large.into_iter().map(|number| Refused {
            record: number.to_string(),
            reason: "it is too large to be kept".into(),
        }));
        progress(state.kept, total);
    }
    report.kept = state.kept;
    Ok(report)
}

/// The page to go on with. A token that the registry no longer knows means to begin anew.
async fn page(client: &RegistryClient, state: &mut SyncState) -> Result<Page, FetchError> {
    match client.page(state.next_page.as_deref(), PAGE_SIZE).await {
        Err(FetchError::Status(400)) if state.next_page.is_some() => {
            state.next_page = None;
            state.kept = 0;
            client.page(None, PAGE_SIZE).await
        }
        result => result,
    }
}

/// A batch write refuses two items with one key, so the later of two records stays.
fn one_per_number(mut studies: Vec<RegistryStudy>) -> Vec<RegistryStudy> {
    studies.reverse();
    let mut seen = std::collections::HashSet::new();
    studies.retain(|study| seen.insert(study.nct_id.clone()));
    studies.reverse();
    studies
}
