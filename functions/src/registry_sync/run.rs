//! A run, page by page. The progress is stored after each page, so the next run resumes after any interruption.

use std::ops::ControlFlow;

use jiff::{SignedDuration, civil::Date, tz::TimeZone};
use waypoint_domain::{nct_id::NctId, partial_date::PartialDate};

use super::{
    merging::{MergeResult, newest_of_each},
    report::{RecordProblem, SyncEnd, SyncReport},
    state::{NextStep, RecordsToRead, Run, Stage, SyncInput, SyncState},
};
use crate::{
    clock::Clock,
    external::registry_client::{FetchError, MAX_PAGE_SIZE, Page, RegistryClient, StudySelection},
    store::{CompressedRecord, Registry, StoreError, compress},
};

/// How long a run may go without renewing its lease before another run may start.
const LEASE: SignedDuration = SignedDuration::from_mins(5);
/// A page that is too long is requested in smaller parts, down to this size.
const SMALLEST_PAGE: usize = 25;
/// The most restarts of a run because the registry forgot the page token.
const MAX_RESTARTS: u32 = 10;
/// A registry with more pages than this must be repeating them.
const MAX_PAGES: u32 = 50_000;

/// A sync of one registry into one table.
#[derive(Debug)]
pub struct Sync<'a> {
    /// The registry.
    pub client: &'a RegistryClient,
    /// The table.
    pub registry: &'a Registry,
    /// Identifies the registry, or the file and its version. If it differs from the last sync, all stored records are
    /// deleted.
    pub source: &'a str,
    /// Identifies this process, for the lease: only one process syncs at a time.
    pub holder: &'a str,
    /// The clock for dates and the lease.
    pub clock: &'a Clock,
    /// Whether to read all records in any case.
    pub full: bool,
}

/// The progress of a run, after each page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress<'a> {
    /// The number of records read.
    pub read: usize,
    /// The total number of records, if the registry states it.
    pub total: Option<usize>,
    /// Every problem with a record of the page. The run keeps only their counts.
    pub problems: &'a [RecordProblem],
}

/// The reason why a sync stopped. Stored records stay, and the next sync resumes the run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SyncError {
    /// The registry failed.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another sync is running.
    #[error("another sync is running; let it finish, or wait a few minutes if it was stopped")]
    Busy,
    /// The registry returned too few studies to be complete.
    #[error("the registry's response lacks {missing} of {all} studies; nothing was removed. Try again later")]
    TooManyMissing {
        /// The number of missing studies.
        missing: usize,
        /// The expected number of studies.
        all: usize,
    },
}

impl Sync<'_> {
    /// Updates the table to the registry's current version. Calls `after_page` with the progress after each page,
    /// which returns whether to continue.
    pub async fn run(
        &self,
        after_page: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<SyncReport, SyncError> {
        self.keep_lease().await?;
        let result = self.with_lease(after_page).await;
        if result != Err(SyncError::Busy)
            && let Err(error) = self.registry.release_lease(self.holder).await
        {
            tracing::warn!(
                operation = error.operation,
                kind = error.kind,
                "could not release the lease, which expires"
            );
        }
        result
    }

    /// Updates the table completely. Calls `progress` after each page with the number of records read and the
    /// total, if the registry states it.
    pub async fn run_to_completion(
        &self,
        mut progress: impl FnMut(usize, Option<usize>),
    ) -> Result<SyncReport, SyncError> {
        let go_on = |at: Progress| {
            progress(at.read, at.total);
            ControlFlow::Continue(())
        };
        self.run(go_on).await
    }

    async fn with_lease(
        &self,
        mut after_page: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<SyncReport, SyncError> {
        let version = self.client.version().await?;
        let mut state = self.registry.sync_state().await?;
        let (source, version) = (self.source, version.as_deref());
        let input = SyncInput { source, version, today: self.today(), full: self.full };
        let (run, resumed) = match state.next(&input) {
            NextStep::UpToDate => return Ok(report(&state, None, SyncEnd::UpToDate)),
            NextStep::Resume(run) => (run, true),
            NextStep::Start(run) => (run, false),
            NextStep::Replace(run) => {
                self.registry.clear().await?;
                state = self.registry.sync_state().await?;
                self.source.clone_into(&mut state.source);
                (run, false)
            }
        };
        state.run = Some(run);
        self.registry.set_sync_state(&state).await?;
        while let Some(run) = &state.run
            && let Stage::Reading(token) = &run.stage
        {
            let problems = match self.page(run.reads, token.as_deref()).await {
                Err(FetchError::Status(400)) if token.is_some() && run.restarts < MAX_RESTARTS => {
                    state.run.as_mut().into_iter().for_each(Run::restart);
                    self.registry.set_sync_state(&state).await?;
                    continue;
                }
                result => self.write_page(&mut state, result?).await?,
            };
            let at = state.run.as_ref().map(|run| run.progress(&problems));
            if at.is_some_and(|at| after_page(at).is_break()) {
                return Ok(SyncReport { resumed, ..report(&state, state.run.as_ref(), SyncEnd::Paused) });
            }
        }
        let studies = match state.run.as_ref().map(|run| run.reads) {
            Some(RecordsToRead::All) => {
                let mut problems = Vec::new();
                let studies = self.remove_missing_records(&mut state, &mut problems).await?;
                if let Some(run) = state.run.as_ref().filter(|_| !problems.is_empty()) {
                    // The run is complete, so there is nothing to pause.
                    let _ = after_page(run.progress(&problems));
                }
                Some(studies)
            }
            _ => None,
        };
        let run = state.run.clone();
        state.end_run(self.today(), studies);
        self.keep_lease().await?;
        self.registry.set_sync_state(&state).await?;
        if let Some(Run { reads: RecordsToRead::All, pages, .. }) = run {
            self.registry.delete_page_numbers(pages).await?;
        }
        Ok(SyncReport { resumed, ..report(&state, run.as_ref(), SyncEnd::Complete) })
    }

    /// Reads a page, in smaller parts if it is too long.
    async fn page(&self, reads: RecordsToRead, token: Option<&str>) -> Result<Page, FetchError> {
        let selection = match reads {
            RecordsToRead::All => StudySelection::All,
            RecordsToRead::Since(day) => StudySelection::Since(day),
        };
        let mut size = MAX_PAGE_SIZE;
        let page = loop {
            match self.client.page(selection, token, size).await {
                Err(FetchError::TooLong) if size / 2 >= SMALLEST_PAGE => size /= 2,
                result => break result?,
            }
        };
        if page.next.is_some() && page.next.as_deref() == token {
            return Err(FetchError::Unreadable("its pages repeat"));
        }
        Ok(page)
    }

    /// Writes a page and the progress. Returns the problems with its records.
    async fn write_page(&self, state: &mut SyncState, page: Page) -> Result<Vec<RecordProblem>, SyncError> {
        let numbers = page.numbers();
        let (next, total) = (page.next.clone(), page.total);
        let problems = self.merge(state, page).await?;
        let Some(run) = &mut state.run else { return Ok(problems) };
        if run.pages >= MAX_PAGES {
            return Err(FetchError::Unreadable("it has no end").into());
        }
        if run.reads == RecordsToRead::All {
            self.registry.store_page_numbers(run.pages, &numbers).await?;
        }
        run.total = total.or(run.total);
        run.page_written(next);
        self.registry.set_sync_state(state).await?;
        Ok(problems)
    }

    /// Writes the new and changed records of a page. Returns the problems with its records.
    pub(super) async fn merge(
        &self,
        state: &mut SyncState,
        page: Page,
    ) -> Result<Vec<RecordProblem>, SyncError> {
        let Some(run) = &mut state.run else { return Ok(Vec::new()) };
        let today = self.today();
        run.counts.failed += page.refused.len();
        run.counts.incomplete += page.unreadable.len();
        let mut problems: Vec<_> = page.refused.into_iter().map(RecordProblem::from).collect();
        problems.extend(page.unreadable.into_iter().flat_map(|(record, paths)| {
            paths.into_iter().map(move |path| RecordProblem::UnreadableField { record: record.clone(), path })
        }));
        let mut records: Vec<CompressedRecord> = Vec::new();
        for study in newest_of_each(page.studies) {
            let day = study.last_updated.map(PartialDate::first_day);
            run.newest = run.newest.max(day.filter(|day| *day <= today));
            if let Some(record) = compress(&study)? {
                records.push(record);
            } else {
                run.counts.failed += 1;
                problems.push(RecordProblem::TooLarge(study.nct_id));
            }
        }
        let numbers: Vec<NctId> = records.iter().map(|record| record.nct_id.clone()).collect();
        let stored_marks = self.registry.marks(&numbers).await?;
        records.retain(|record| {
            let result = MergeResult::compare(stored_marks.get(&record.nct_id), &record.mark);
            result.count(&mut run.counts);
            result.writes()
        });
        if !records.is_empty() {
            self.prepare_change(state).await?;
            self.registry.write(records).await?;
        }
        Ok(problems)
    }

    /// Marks the table as changed before its first change, and renews the lease.
    pub(super) async fn prepare_change(&self, state: &mut SyncState) -> Result<(), SyncError> {
        if let Some(run) = state.run.as_mut().filter(|run| !run.changed) {
            run.changed = true;
            let mut stored = self.registry.sync_state().await?;
            stored.run.as_mut().into_iter().for_each(|run| run.changed = true);
            self.registry.set_sync_state(&stored).await?;
        }
        self.keep_lease().await
    }

    async fn keep_lease(&self) -> Result<(), SyncError> {
        let now = self.clock.now();
        let until = now.saturating_add(LEASE).unwrap_or(now);
        let taken = self.registry.take_lease(self.holder, now, until).await?;
        if taken { Ok(()) } else { Err(SyncError::Busy) }
    }

    fn today(&self) -> Date {
        self.clock.now().to_zoned(TimeZone::UTC).date()
    }
}

impl Run {
    fn progress<'a>(&self, problems: &'a [RecordProblem]) -> Progress<'a> {
        Progress { read: self.counts.read(), total: self.total, problems }
    }
}

fn report(state: &SyncState, run: Option<&Run>, ended: SyncEnd) -> SyncReport {
    let counts = run.map(|run| run.counts).unwrap_or_default();
    SyncReport {
        ended,
        full: run.is_some_and(|run| run.reads == RecordsToRead::All),
        resumed: false,
        counts,
        studies: state.last.as_ref().map_or(counts.added, |last| last.studies),
    }
}
