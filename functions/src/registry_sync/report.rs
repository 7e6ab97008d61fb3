//! The result of a run.

use std::fmt;

use serde::{Deserialize, Serialize};
use waypoint_domain::nct_id::NctId;
use waypoint_registry::RejectedRecord;

/// The numbers of records in a run, by result. A resumed run may count the records of one page twice, the second
/// time as unchanged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counts {
    /// New records.
    pub added: usize,
    /// Records that replaced an earlier version.
    pub changed: usize,
    /// The changed records whose studies are no longer recruiting.
    pub closed: usize,
    /// Records that are the same as, or older than, the stored ones.
    pub unchanged: usize,
    /// Records that the registry no longer has.
    pub removed: usize,
    /// Records that can't be stored.
    pub failed: usize,
    /// Records without their unreadable fields. They are also counted as added, changed, or unchanged.
    pub incomplete: usize,
}

impl Counts {
    /// The number of records that were read.
    #[must_use]
    pub fn read(&self) -> usize {
        self.added + self.changed + self.unchanged + self.failed
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { added, changed, closed, unchanged, removed, failed, incomplete } = self;
        write!(
            f,
            "{added} added, {changed} changed ({closed} of them closed), {unchanged} unchanged, \
             {removed} removed, {failed} failed, {incomplete} with unreadable fields"
        )
    }
}

/// A problem with a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordProblem {
    /// The record has no valid number.
    #[error("skipped {0}")]
    Rejected(#[from] RejectedRecord),
    /// The record is larger than an item of the table.
    #[error("skipped {0}: it is too large to store")]
    TooLarge(NctId),
    /// A field of the stored record could not be read, and is missing.
    #[error("{record}: {path} is unreadable")]
    UnreadableField {
        /// The record's number.
        record: NctId,
        /// The path of the field, such as `protocolSection.conditionsModule.conditions`.
        path: String,
    },
}

/// The result of a sync.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SyncReport {
    pub ended: SyncEnd,
    /// Whether it read all records.
    pub full: bool,
    /// Whether it resumed an earlier run.
    pub resumed: bool,
    /// The results of the records, including earlier pages of an interrupted run.
    pub counts: Counts,
    /// The number of stored records.
    pub studies: usize,
}

/// How far a sync got.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SyncEnd {
    /// The registry has not changed since the last run.
    #[default]
    UpToDate,
    /// The registry was read completely.
    Complete,
    /// The time ran out. The next sync resumes the run.
    Paused,
}
