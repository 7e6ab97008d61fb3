//! What a run did.

use std::fmt;

use serde::{Deserialize, Serialize};
use waypoint_registry::Refused;

/// How many records a run met, by what became of them. A run that was killed counts the records of
/// the page that it was writing once more, as unchanged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counts {
    /// Records that were not there.
    pub added: usize,
    /// Records that are other than before.
    pub changed: usize,
    /// Of those, records of studies that took people and no longer do.
    pub closed: usize,
    /// Records that are as before, or older than what is kept.
    pub unchanged: usize,
    /// Records that the registry no longer has.
    pub removed: usize,
    /// Records that can't be kept.
    pub failed: usize,
}

impl Counts {
    /// How many records were read.
    #[must_use]
    pub fn read(&self) -> usize {
        self.added + self.changed + self.unchanged + self.failed
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { added, changed, closed, unchanged, removed, failed } = self;
        write!(
            f,
            "{added} added, {changed} changed ({closed} of them closed), {unchanged} unchanged, \
             {removed} removed, {failed} failed"
        )
    }
}

/// A record that can't be kept, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failed {
    /// The record's number, or its beginning when there is none.
    pub record: String,
    /// What is wrong with it.
    pub reason: String,
}

impl From<Refused> for Failed {
    fn from(refused: Refused) -> Self {
        Self { record: refused.record, reason: refused.reason }
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.record, self.reason)
    }
}

/// What a sync did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SyncReport {
    /// How it ended.
    pub ended: Ended,
    /// Whether everything was read.
    pub full: bool,
    /// Whether an earlier run was gone on with.
    pub resumed: bool,
    /// What became of the records, those of an interrupted run's earlier pages too.
    pub counts: Counts,
    /// The first of the records that can't be kept.
    pub failed: Vec<Failed>,
    /// How many records are kept.
    pub studies: usize,
}

/// How a sync ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Ended {
    /// The registry has not changed since it was read.
    #[default]
    UpToDate,
    /// The registry was read to its end.
    Complete,
    /// The time was over; the next sync goes on.
    Paused,
}
