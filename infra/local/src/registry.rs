//! Syncs the registry's records into the local table, and indexes them.

use std::path::Path;

use waypoint_functions::{
    context::Context,
    index_release::{self, IndexPublication, PublishError},
    registry_sync::{Progress, Sync, SyncEnd, SyncError, SyncReport},
};
use waypoint_search::Releases;
use waypoint_vocabulary::Vocabulary;

/// The holder of the sync lock. Only one local program uses a data folder at a time.
const HOLDER: &str = "this machine";

/// The records could not be synced.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    /// The registry or the table failed.
    #[error("reading the registry failed: {0}. Start again to continue from there")]
    Sync(#[from] SyncError),
    /// The index failed.
    #[error(transparent)]
    Publish(#[from] PublishError),
}

/// Syncs table and index with a registry, and passes the progress to `log` as lines.
pub async fn sync_and_index(
    context: &Context,
    source: &str,
    index: &Path,
    full: bool,
    log: &(dyn Fn(&str) + std::marker::Sync),
) -> Result<SyncReport, RegistryError> {
    let Context { registry_client: client, registry, clock, .. } = context;
    let sync = Sync { client, registry, source, holder: HOLDER, clock, full };
    let each_page = |progress: Progress| {
        match progress.total {
            Some(total) => log(&format!("Registry: {} of {total} studies read", progress.read)),
            None => log(&format!("Registry: {} studies read", progress.read)),
        }
        for problem in progress.problems {
            log(&format!("Registry: {problem}"));
        }
        std::ops::ControlFlow::Continue(())
    };
    let report = sync.run(each_page).await?;
    log_report(&report, log);
    build_index(context, index, log).await?;
    Ok(report)
}

/// Like [`sync_and_index`], for a server. If the registry can't be reached, the records of an earlier sync stay in use.
///
/// # Errors
/// When the registry fails and there is no index yet, or when the table or the index fails.
pub async fn sync_or_keep_earlier(
    context: &Context,
    source: &str,
    index: &Path,
    log: &(dyn Fn(&str) + std::marker::Sync),
) -> Result<(), RegistryError> {
    match sync_and_index(context, source, index, false, log).await {
        Err(RegistryError::Sync(SyncError::Fetch(error)))
            if was_synced(context, source).await && Releases::in_folder(index).current().is_ok() =>
        {
            log(&format!("Registry: {error}. Showing the records of an earlier sync"));
            Ok(())
        }
        result => result.map(|_| ()),
    }
}

async fn was_synced(context: &Context, source: &str) -> bool {
    context.registry.sync_state().await.is_ok_and(|state| state.source == source && state.last.is_some())
}

async fn build_index(
    context: &Context,
    folder: &Path,
    log: &(dyn Fn(&str) + std::marker::Sync),
) -> Result<(), PublishError> {
    let each_page = |added| log(&format!("Index: {added} studies added"));
    let published =
        index_release::publish(&context.registry, folder, &Vocabulary::default(), each_page).await?;
    match published {
        IndexPublication::Built(release) => log(&format!("Index: {} studies, now in use", release.studies)),
        IndexPublication::Current(release) => {
            log(&format!("Index: {} studies, kept from before", release.studies));
        }
        IndexPublication::SyncRunning => {}
    }
    Ok(())
}

fn log_report(report: &SyncReport, log: &(dyn Fn(&str) + std::marker::Sync)) {
    let studies = report.studies;
    match report.ended {
        SyncEnd::UpToDate => log(&format!("Registry: {studies} studies, unchanged since the last sync")),
        SyncEnd::Complete | SyncEnd::Paused => {
            log(&format!("Registry: {studies} studies; {}", report.counts));
        }
    }
}
