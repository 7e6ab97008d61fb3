//! The sync as a scheduled function. It works until its time is nearly up, and the next event resumes it. Its logs
//! contain counts, and the numbers and fields of damaged records, but no values of them.

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::Duration,
};

use lambda_http::{
    Error, LambdaEvent,
    lambda_runtime::{self, service_fn},
};
use serde::Serialize;
use serde_json::Value;
use waypoint_vocabulary::Vocabulary;

use super::{Counts, Progress, RecordProblem, Sync, SyncEnd, SyncError};
use crate::{
    clock::Clock,
    context::{ContextError, registry_from_environment},
    external::registry_client::{LIVE, RegistryClient},
    function::{self, time_left},
    index_release::{self, IndexPublication},
    observing::metric::{self, Metric},
    store::Registry,
};

/// Don't start another page with less time left than this. An interrupted page loses nothing.
const MIN_TIME_FOR_PAGE: Duration = Duration::from_secs(90);
/// Don't start to build the index with less time left than this. The next event has more time.
const MIN_TIME_FOR_INDEX: Duration = Duration::from_mins(8);

/// The state of the function.
struct Worker {
    registry: Registry,
    client: RegistryClient,
    source: String,
    clock: Clock,
    index: PathBuf,
}

/// The result of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum SyncRun {
    /// The registry was read completely, and the index contains it.
    Everything,
    /// The time ran out. The next event continues.
    Part,
    /// Another event is running.
    Nothing,
}

/// Handles events until the platform stops the process. The environment names the table (`REGISTRY_TABLE`), the
/// registry (`WAYPOINT_REGISTRY`), and the folder of the index (`WAYPOINT_INDEX`).
pub fn run() -> Result<(), Error> {
    function::run(async {
        let worker = Worker::from_environment().await?;
        lambda_runtime::run(service_fn(|event: LambdaEvent<Value>| worker.answer(event.context))).await
    })
}

impl Worker {
    async fn from_environment() -> Result<Self, ContextError> {
        let (registry, client) = registry_from_environment().await?;
        let index = function::index_folder()?;
        let source = if client.base() == LIVE { "live".to_owned() } else { client.base().to_owned() };
        Ok(Self { registry, client, source, clock: Clock::default(), index })
    }

    async fn answer(&self, event: lambda_runtime::Context) -> Result<SyncRun, Error> {
        let left = || time_left(&event);
        let done = match self.sync(&event.request_id, left).await? {
            SyncRun::Everything => self.publish(&self.index, left).await?,
            other => other,
        };
        Ok(done)
    }

    async fn sync(&self, holder: &str, left: impl Fn() -> Duration) -> Result<SyncRun, Error> {
        let Self { registry, client, source, clock, .. } = self;
        let sync = Sync { client, registry, source, holder, clock, full: false };
        let go_on = |page: Progress| {
            page.problems.iter().for_each(log_problem);
            if left() > MIN_TIME_FOR_PAGE { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let report = match sync.run(go_on).await {
            Err(SyncError::Busy) => {
                tracing::info!("another sync is running");
                return Ok(SyncRun::Nothing);
            }
            result => result?,
        };
        let Counts { added, changed, closed, unchanged, removed, failed, incomplete } = report.counts;
        let (ended, full, resumed, studies) = (report.ended, report.full, report.resumed, report.studies);
        tracing::info!(
            ?ended,
            full,
            resumed,
            studies,
            added,
            changed,
            closed,
            unchanged,
            removed,
            failed,
            incomplete,
            "synced"
        );
        metric::log_metrics(&[
            Metric::count("RecordsChanged", added + changed),
            Metric::count("RecordsFailed", failed),
            Metric::count("RecordsIncomplete", incomplete),
        ]);
        Ok(if report.ended == SyncEnd::Paused { SyncRun::Part } else { SyncRun::Everything })
    }

    async fn publish(&self, folder: &Path, left: impl Fn() -> Duration) -> Result<SyncRun, Error> {
        if left() < MIN_TIME_FOR_INDEX {
            tracing::info!("the index waits for the next event");
            return Ok(SyncRun::Part);
        }
        match index_release::publish(&self.registry, folder, &Vocabulary::default(), |_| ()).await? {
            IndexPublication::Built(release) => tracing::info!(studies = release.studies, "index built"),
            IndexPublication::Current(release) => tracing::info!(studies = release.studies, "index kept"),
            IndexPublication::SyncRunning => return Ok(SyncRun::Part),
        }
        Ok(SyncRun::Everything)
    }
}

fn log_problem(problem: &RecordProblem) {
    match problem {
        RecordProblem::Rejected(_) | RecordProblem::TooLarge(_) => {
            tracing::warn!(error = %problem, "a record is not stored");
        }
        RecordProblem::UnreadableField { record, path } => {
            tracing::warn!(study = %record, field = path, "left out an unreadable field of a record");
        }
    }
}
