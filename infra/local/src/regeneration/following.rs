//! Passes the stream to the regenerate function batch by batch.

use std::{sync::Arc, time::Duration};

use tokio::sync::Mutex;
use waypoint_regenerate::{BatchReport, Regenerate};

use super::{Position, StreamError, StudyStream};

/// Pause after an empty batch.
const PAUSE: Duration = Duration::from_millis(50);
/// Pause before a retry.
const RETRY_PAUSE: Duration = Duration::from_secs(1);

/// The function at the stream.
#[derive(Debug, Clone)]
pub struct Follower {
    stream: StudyStream,
    regenerate: Regenerate,
    position: Position,
}

/// The result of a step.
#[derive(Debug)]
pub enum Step {
    /// The stream had no new records.
    NoRecords,
    /// The batch failed and is retried.
    Retried,
    /// The batch was processed.
    Processed(BatchReport),
}

impl Follower {
    /// Starts at a position; everything before it has been processed.
    #[must_use]
    pub fn new(position: Position, stream: StudyStream, regenerate: Regenerate) -> Self {
        Self { stream, regenerate, position }
    }

    /// Processes the next batch.
    pub async fn step(&mut self) -> Result<Step, StreamError> {
        let Some(batch) = self.stream.after(&self.position).await? else { return Ok(Step::NoRecords) };
        // Errors have already been logged.
        let report = self.regenerate.answer(&batch.event).await.ok().and_then(|outcome| outcome.report);
        Ok(match report {
            Some(report) => {
                self.position = batch.until;
                Step::Processed(report)
            }
            None => Step::Retried,
        })
    }

    /// Processes the stream until the runtime ends. Nothing else writes pages while `pages` is locked.
    pub async fn follow(mut self, pages: Arc<Mutex<()>>, report_batch: impl Fn(&BatchReport) + Send) {
        loop {
            let guard = pages.lock().await;
            let step = self.step().await;
            drop(guard);
            match step {
                Ok(Step::Processed(report)) => report_batch(&report),
                Ok(Step::NoRecords) => tokio::time::sleep(PAUSE).await,
                Ok(Step::Retried) => tokio::time::sleep(RETRY_PAUSE).await,
                Err(error) => {
                    tracing::error!(%error, "could not read changed studies; retrying");
                    tokio::time::sleep(RETRY_PAUSE).await;
                }
            }
        }
    }
}
