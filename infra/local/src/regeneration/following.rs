//! Gives the function batch after batch.

use std::{sync::Arc, time::Duration};

use tokio::sync::Mutex;
use waypoint_regenerate::{BatchReport, Regenerate};

use super::{Position, StreamError, StudyStream};

/// How long an empty stream is left alone.
const PAUSE: Duration = Duration::from_millis(50);
/// How long a batch waits that has to come again.
const AGAIN: Duration = Duration::from_secs(1);

/// The function at the stream.
#[derive(Debug, Clone)]
pub struct Follower {
    stream: StudyStream,
    regenerate: Regenerate,
    position: Position,
}

/// What became of a batch.
#[derive(Debug)]
pub enum Step {
    /// There was none.
    Nothing,
    /// It has to come again.
    Again,
    /// It was worked off.
    Done(BatchReport),
}

impl Follower {
    /// From a position on, up to which everything is made.
    #[must_use]
    pub fn from(position: Position, stream: StudyStream, regenerate: Regenerate) -> Self {
        Self { stream, regenerate, position }
    }

    /// Works off the next batch.
    ///
    /// # Errors
    /// When the stream can't be read.
    pub async fn step(&mut self) -> Result<Step, StreamError> {
        let Some(batch) = self.stream.after(&self.position).await? else { return Ok(Step::Nothing) };
        // What broke off has said so itself.
        let report = self.regenerate.answer(&batch.event).await.ok().and_then(|outcome| outcome.report);
        Ok(match report {
            Some(report) => {
                self.position = batch.until;
                Step::Done(report)
            }
            None => Step::Again,
        })
    }

    /// Works off the stream until the runtime ends. Nobody else writes pages while `pages` is held.
    pub async fn follow(mut self, pages: Arc<Mutex<()>>, tell: impl Fn(&BatchReport) + Send) {
        loop {
            let held = pages.lock().await;
            let step = self.step().await;
            drop(held);
            match step {
                Ok(Step::Done(report)) => tell(&report),
                Ok(Step::Nothing) => tokio::time::sleep(PAUSE).await,
                Ok(Step::Again) => tokio::time::sleep(AGAIN).await,
                Err(error) => {
                    tracing::error!(%error, "changed studies wait");
                    tokio::time::sleep(AGAIN).await;
                }
            }
        }
    }
}
