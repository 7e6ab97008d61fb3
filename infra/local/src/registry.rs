//! The registry's records on this machine: synced into the table, and indexed.

use std::path::Path;

use waypoint_functions::{
    context::Context,
    index_release::{self, PublishError, Published},
    registry_sync::{Ended, Progress, Sync, SyncError, SyncReport},
};
use waypoint_search::Releases;
use waypoint_vocabulary::Vocabulary;

/// Who syncs: of all programs of this machine, the one that has the data folder.
const HOLDER: &str = "this machine";
/// How many of the records that can't be kept are named.
const MOST_NAMED: usize = 5;

/// The records can't be brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    /// The registry or the table.
    #[error("the registry was not read to its end: {0}. What was read is kept; start again to go on")]
    Sync(#[from] SyncError),
    /// The index.
    #[error(transparent)]
    Publish(#[from] PublishError),
}

/// Brings table and index up to the state of a registry, and tells `say` how it goes, in lines.
///
/// # Errors
/// When the registry, the table or the index fails.
pub async fn bring_up_to_date(
    context: &Context,
    source: &str,
    index: &Path,
    full: bool,
    say: &(dyn Fn(&str) + std::marker::Sync),
) -> Result<SyncReport, RegistryError> {
    let Context { registry_client: client, registry, clock, .. } = context;
    let sync = Sync { client, registry, source, holder: HOLDER, clock, full };
    let each_page = |at: Progress| {
        match at.total {
            Some(total) => say(&format!("Registry: {} of {total} studies read", at.read)),
            None => say(&format!("Registry: {} studies read", at.read)),
        }
        std::ops::ControlFlow::Continue(())
    };
    let report = sync.run(each_page).await?;
    tell(&report, say);
    build_index(context, index, say).await?;
    Ok(report)
}

/// The same for a server, which rather serves what was read before than nothing, when the registry can't be
/// reached.
///
/// # Errors
/// When the registry fails and there is no index yet, and when the table or the index fails.
pub async fn bring_up_to_date_or_keep(
    context: &Context,
    source: &str,
    index: &Path,
    say: &(dyn Fn(&str) + std::marker::Sync),
) -> Result<(), RegistryError> {
    match bring_up_to_date(context, source, index, false, say).await {
        Err(RegistryError::Sync(SyncError::Fetch(error)))
            if is_kept(context, source).await && Releases::of(index).current().is_ok() =>
        {
            say(&format!("Registry: {error}. What was read before is shown"));
            Ok(())
        }
        result => result.map(|_| ()),
    }
}

async fn is_kept(context: &Context, source: &str) -> bool {
    context.registry.sync_state().await.is_ok_and(|state| state.source == source && state.last.is_some())
}

async fn build_index(
    context: &Context,
    folder: &Path,
    say: &(dyn Fn(&str) + std::marker::Sync),
) -> Result<(), PublishError> {
    let each_page = |added| say(&format!("Index: {added} studies added"));
    let published =
        index_release::publish(&context.registry, folder, &Vocabulary::default(), each_page).await?;
    match published {
        Published::Built(release) => say(&format!("Index: {} studies, now in use", release.studies)),
        Published::Current(release) => say(&format!("Index: {} studies, kept from before", release.studies)),
        Published::NotYet => {}
    }
    Ok(())
}

fn tell(report: &SyncReport, say: &(dyn Fn(&str) + std::marker::Sync)) {
    for failed in report.failed.iter().take(MOST_NAMED) {
        say(&format!("Registry: left out {failed}"));
    }
    let studies = report.studies;
    match report.ended {
        Ended::UpToDate => say(&format!("Registry: {studies} studies, unchanged since the last sync")),
        Ended::Complete | Ended::Paused => say(&format!("Registry: {studies} studies; {}", report.counts)),
    }
}
