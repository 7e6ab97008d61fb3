//! The progress of the sync, and the next step, which depends on the stored state, the registry's version, and the
//! date.

use jiff::{ToSpan, civil::Date};
use serde::{Deserialize, Serialize};

use super::report::Counts;

/// The days between two full runs. Only a full run notices records that the registry withdrew.
pub const FULL_EVERY_DAYS: i32 = 28;
/// How many days an incremental run goes back before the last one. Records may be posted on a day that was already
/// read, and time zones differ.
pub const OVERLAP_DAYS: i32 = 2;
/// The version of the stored records. Increase it when records are stored differently, so that everything is read
/// again.
pub const FORMAT: u32 = 2;

/// The stored progress of the sync.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SyncState {
    /// Identifies the registry, or the file and its version, that the records come from.
    pub source: String,
    /// Increases with each run that changed the table.
    pub revision: u64,
    /// The last completed run.
    pub last: Option<LastRun>,
    /// The current run.
    pub run: Option<Run>,
}

/// The result of a completed run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastRun {
    /// The registry's version at the start of the run.
    pub version: Option<String>,
    /// All records posted before this day were read.
    pub read_until: Option<Date>,
    /// The day of the last full run.
    pub full: Date,
    /// The [`FORMAT`] of the stored records.
    pub format: u32,
    /// The number of records.
    pub studies: usize,
}

/// A run in progress.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The records to read.
    pub reads: RecordsToRead,
    /// The registry's version at the start of the run.
    pub version: Option<String>,
    /// The current stage.
    pub stage: Stage,
    /// The number of pages that were written.
    pub pages: u32,
    /// How many times it restarted because the registry forgot the page token.
    pub restarts: u32,
    /// Whether it has changed the table.
    pub changed: bool,
    /// The latest change date of a record.
    pub newest: Option<Date>,
    /// The registry's total number of records, if stated.
    pub total: Option<usize>,
    /// The results so far.
    pub counts: Counts,
}

/// The records that a run reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RecordsToRead {
    /// All records. Only this kind of run notices removed records.
    All,
    /// Records that were changed on or after this day.
    Since(Date),
}

/// The stage of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Reading pages. Contains the token of the next page, which is `None` for the first one.
    Reading(Option<String>),
    /// Removing records that the registry no longer has, after all pages were written.
    Removing,
}

/// The input that decides the next step.
#[derive(Debug, Clone, Copy)]
pub struct SyncInput<'a> {
    /// Identifies the registry.
    pub source: &'a str,
    /// The registry's current version, if stated.
    pub version: Option<&'a str>,
    /// The current date.
    pub today: Date,
    /// Whether to read all records in any case.
    pub full: bool,
}

/// The next step of a sync.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextStep {
    /// Nothing to do: the registry has not changed.
    UpToDate,
    /// Resume the current run.
    Resume(Run),
    /// Start a run.
    Start(Run),
    /// The stored records come from another registry. Delete them, then start a run.
    Replace(Run),
}

impl SyncState {
    /// Decides the next step.
    #[must_use]
    pub fn next(&self, input: &SyncInput) -> NextStep {
        let run = |reads| Run::new(reads, input.version);
        if self.source != input.source {
            return NextStep::Replace(run(RecordsToRead::All));
        }
        match &self.run {
            Some(current) if current.reads == RecordsToRead::All || !input.full => {
                return NextStep::Resume(current.clone());
            }
            _ => {}
        }
        let Some(last) = self.last.as_ref().filter(|_| !input.full) else {
            return NextStep::Start(run(RecordsToRead::All));
        };
        let full_is_due = last.full.saturating_add(FULL_EVERY_DAYS.days()) <= input.today;
        if last.format != FORMAT || full_is_due {
            return NextStep::Start(run(RecordsToRead::All));
        }
        if input.version.is_some() && last.version.as_deref() == input.version {
            return NextStep::UpToDate;
        }
        let since = last.read_until.map(|day| day.saturating_sub(OVERLAP_DAYS.days()));
        NextStep::Start(run(since.map_or(RecordsToRead::All, RecordsToRead::Since)))
    }

    /// Completes the current run. `studies` is the number of records, which a full run has counted.
    pub fn end_run(&mut self, today: Date, studies: Option<usize>) {
        let Some(run) = self.run.take() else { return };
        if run.changed {
            self.revision += 1;
        }
        let before = self.last.take();
        let studies =
            studies.unwrap_or_else(|| before.as_ref().map_or(0, |last| last.studies) + run.counts.added);
        let full = match (run.reads, &before) {
            (RecordsToRead::Since(_), Some(last)) => last.full,
            _ => today,
        };
        let stated = run.version.as_deref().and_then(day_of);
        // A record may have a date in the future.
        let seen = run.newest.max(before.as_ref().and_then(|last| last.read_until));
        let read_until = stated.or(seen).map(|day| day.min(today));
        self.last = Some(LastRun { version: run.version, read_until, full, format: FORMAT, studies });
    }
}

impl Run {
    fn new(reads: RecordsToRead, version: Option<&str>) -> Self {
        Self {
            reads,
            version: version.map(str::to_owned),
            stage: Stage::Reading(None),
            pages: 0,
            restarts: 0,
            changed: false,
            newest: None,
            total: None,
            counts: Counts::default(),
        }
    }

    /// Advances past a written page. `next` is the token of the next page.
    pub fn page_written(&mut self, next: Option<String>) {
        self.pages += 1;
        self.stage = next.map_or(Stage::Removing, |token| Stage::Reading(Some(token)));
    }

    /// Restarts at the first page. Written records stay.
    pub fn restart(&mut self) {
        self.stage = Stage::Reading(None);
        self.pages = 0;
        self.restarts += 1;
    }
}

/// Parses the date in `2026-11-20`, `2026-11`, or `2026-11-20T09:00:05`. A month counts as its first day.
fn day_of(text: &str) -> Option<Date> {
    let day = text.get(..10).unwrap_or(text);
    day.parse().ok().or_else(|| format!("{day}-01").parse().ok())
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
