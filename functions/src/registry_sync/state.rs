//! How far the sync has come, and what is to be done next: decided from what is kept, from what
//! the registry says of itself, and from the day.

use jiff::{ToSpan, civil::Date};
use serde::{Deserialize, Serialize};

use super::report::{Counts, Failed};

/// After how many days everything is read again, so that what the registry withdrew is noticed.
pub const FULL_EVERY_DAYS: i32 = 28;
/// How many days before the last run an incremental one begins: a record of a day may be posted
/// while that day is read, and days end at different times in different places.
pub const OVERLAP_DAYS: i32 = 2;
/// Counts up when more, or something else, is kept of a record; everything is then read again.
pub const FORMAT: u32 = 1;
/// How many reasons are kept of a run; the number of failures is kept of all.
pub const MOST_REASONS: usize = 100;

/// How far the sync has come.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SyncState {
    /// Names the registry, or the file and its state, that the records are of.
    pub source: String,
    /// Counts up with each run that changed the table.
    pub revision: u64,
    /// What the last run that came to its end has left.
    pub last: Option<LastRun>,
    /// The run under way.
    pub run: Option<Run>,
}

/// What is known since a run came to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastRun {
    /// The state of the registry that it began with, as the registry names it.
    pub version: Option<String>,
    /// Everything that was posted before this day has been read.
    pub read_until: Option<Date>,
    /// The day of the last full run.
    pub full: Date,
    /// What was kept of a record.
    pub format: u32,
    /// How many records there are.
    pub studies: usize,
}

/// A run under way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// What it reads.
    pub reads: Reads,
    /// The state of the registry that it began with, as the registry names it.
    pub version: Option<String>,
    /// Where it is.
    pub stage: Stage,
    /// How many pages are written.
    pub pages: u32,
    /// How often it began anew, because the registry no longer knew its page.
    pub restarts: u32,
    /// Whether it has changed the table.
    pub changed: bool,
    /// The latest day on which a record was changed.
    pub newest: Option<Date>,
    /// How many records the registry said that it has.
    pub total: Option<usize>,
    /// What it did so far.
    pub counts: Counts,
    /// What could not be kept, and why.
    pub failed: Vec<Failed>,
}

/// What a run reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reads {
    /// Every record; those that the registry no longer has are noticed.
    All,
    /// Records that were changed on this day or later.
    Since(Date),
}

/// Where a run is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Page after page is read; the next has this token, the first has none.
    Reading(Option<String>),
    /// Every page is written; what the registry no longer has is to be removed.
    Removing,
}

/// What is asked for, and when.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// Names the registry.
    pub source: &'a str,
    /// The state of the registry, as it names it, if it does.
    pub version: Option<&'a str>,
    /// The day.
    pub today: Date,
    /// Whether everything is to be read, whatever is known.
    pub full: bool,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Nothing: the registry has not changed.
    Nothing,
    /// The run under way is to be gone on with.
    GoOn(Run),
    /// A run is to be begun.
    Begin(Run),
    /// The records are of another registry: they are to be forgotten, and a run begun.
    Forget(Run),
}

impl SyncState {
    /// What is to be done next.
    #[must_use]
    pub fn next(&self, asked: &Asked) -> Next {
        let run = |reads| Run::of(reads, asked.version);
        if self.source != asked.source {
            return Next::Forget(run(Reads::All));
        }
        match &self.run {
            Some(under_way) if under_way.reads == Reads::All || !asked.full => {
                return Next::GoOn(under_way.clone());
            }
            _ => {}
        }
        let Some(last) = self.last.as_ref().filter(|_| !asked.full) else {
            return Next::Begin(run(Reads::All));
        };
        let full_is_due = last.full.saturating_add(FULL_EVERY_DAYS.days()) <= asked.today;
        if last.format != FORMAT || full_is_due {
            return Next::Begin(run(Reads::All));
        }
        if asked.version.is_some() && last.version.as_deref() == asked.version {
            return Next::Nothing;
        }
        let since = last.read_until.map(|day| day.saturating_sub(OVERLAP_DAYS.days()));
        Next::Begin(run(since.map_or(Reads::All, Reads::Since)))
    }

    /// Notes that the run under way came to its end. A full run has counted the records.
    pub fn end_run(&mut self, today: Date, studies: Option<usize>) {
        let Some(run) = self.run.take() else { return };
        if run.changed {
            self.revision += 1;
        }
        let before = self.last.take();
        let studies =
            studies.unwrap_or_else(|| before.as_ref().map_or(0, |last| last.studies) + run.counts.added);
        let full = match (run.reads, &before) {
            (Reads::Since(_), Some(last)) => last.full,
            _ => today,
        };
        let stated = run.version.as_deref().and_then(day_of);
        // A record may have a day that is still to come.
        let seen = run.newest.max(before.as_ref().and_then(|last| last.read_until));
        let read_until = stated.or(seen).map(|day| day.min(today));
        self.last = Some(LastRun { version: run.version, read_until, full, format: FORMAT, studies });
    }
}

impl Run {
    fn of(reads: Reads, version: Option<&str>) -> Self {
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
            failed: Vec::new(),
        }
    }

    /// Notes that the page is written, and which one is next.
    pub fn page_written(&mut self, next: Option<String>) {
        self.pages += 1;
        self.stage = next.map_or(Stage::Removing, |token| Stage::Reading(Some(token)));
    }

    /// Begins at the first page again. What is written stays.
    pub fn begin_anew(&mut self) {
        self.stage = Stage::Reading(None);
        self.pages = 0;
        self.restarts += 1;
    }

    /// Notes what could not be kept.
    pub fn note_failures(&mut self, failed: impl IntoIterator<Item = Failed>) {
        for failure in failed {
            self.counts.failed += 1;
            if self.failed.len() < MOST_REASONS && !self.failed.contains(&failure) {
                self.failed.push(failure);
            }
        }
    }
}

/// The day of `2026-11-20`, `2026-11` or `2026-11-20T09:00:05`; a month counts as its first day.
#[must_use]
pub fn day_of(text: &str) -> Option<Date> {
    let day = text.get(..10).unwrap_or(text);
    day.parse().ok().or_else(|| format!("{day}-01").parse().ok())
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
