#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use jiff::civil::date;

use super::*;

const MONDAY: &str = "2026-11-16T09:00:05";
const TUESDAY: &str = "2026-11-17T09:00:05";

fn input(version: Option<&'static str>, today: Date) -> SyncInput<'static> {
    SyncInput { source: "live", version, today, full: false }
}

/// The state after a full run on Monday.
fn read_once() -> SyncState {
    let last = LastRun {
        version: Some(MONDAY.into()),
        read_until: Some(date(2026, 11, 16)),
        full: date(2026, 11, 16),
        format: FORMAT,
        studies: 100,
    };
    SyncState { source: "live".into(), revision: 1, last: Some(last), run: None }
}

fn reads(next: NextStep) -> RecordsToRead {
    match next {
        NextStep::Start(run) | NextStep::Replace(run) | NextStep::Resume(run) => run.reads,
        NextStep::UpToDate => panic!("expected a run"),
    }
}

#[test]
fn first_run_reads_everything() {
    let next = SyncState::default().next(&input(Some(MONDAY), date(2026, 11, 16)));
    assert!(matches!(&next, NextStep::Replace(run) if run.reads == RecordsToRead::All), "{next:?}");
}

#[test]
fn unchanged_registry_is_not_read() {
    assert_eq!(read_once().next(&input(Some(MONDAY), date(2026, 11, 17))), NextStep::UpToDate);
}

#[test]
fn changed_registry_is_read_from_some_days_before_the_last_run() {
    let next = read_once().next(&input(Some(TUESDAY), date(2026, 11, 17)));
    assert_eq!(reads(next), RecordsToRead::Since(date(2026, 11, 14)));
}

#[test]
fn registry_without_a_version_is_read_each_time() {
    let next = read_once().next(&input(None, date(2026, 11, 17)));
    assert_eq!(reads(next), RecordsToRead::Since(date(2026, 11, 14)));
}

#[test]
fn everything_is_read_again_after_some_weeks_on_demand_and_after_a_format_change() {
    let weeks_later = read_once().next(&input(Some(MONDAY), date(2026, 12, 14)));
    assert_eq!(reads(weeks_later), RecordsToRead::All);
    let the_day_before = read_once().next(&input(Some(MONDAY), date(2026, 12, 13)));
    assert_eq!(the_day_before, NextStep::UpToDate);

    let on_demand = SyncInput { full: true, ..input(Some(MONDAY), date(2026, 11, 17)) };
    assert_eq!(reads(read_once().next(&on_demand)), RecordsToRead::All);

    let mut old = read_once();
    old.last.as_mut().unwrap().format = FORMAT - 1;
    assert_eq!(reads(old.next(&input(Some(MONDAY), date(2026, 11, 17)))), RecordsToRead::All);
}

#[test]
fn interrupted_run_resumes_even_if_the_registry_has_changed_since() {
    let mut state = read_once();
    let mut run = Run::new(RecordsToRead::Since(date(2026, 11, 14)), Some(MONDAY));
    run.page_written(Some("second".into()));
    state.run = Some(run.clone());
    assert_eq!(state.next(&input(Some(TUESDAY), date(2026, 11, 17))), NextStep::Resume(run));

    let full = SyncInput { full: true, ..input(Some(TUESDAY), date(2026, 11, 17)) };
    assert!(matches!(state.next(&full), NextStep::Start(run) if run.reads == RecordsToRead::All));
}

#[test]
fn other_registry_replaces_the_records_of_the_first() {
    let other = SyncInput { source: "file:1", ..input(None, date(2026, 11, 17)) };
    assert!(matches!(read_once().next(&other), NextStep::Replace(run) if run.reads == RecordsToRead::All));
}

#[test]
fn change_during_a_run_is_left_to_the_next_run() {
    let mut state = read_once();
    state.run =
        Some(Run { changed: true, ..Run::new(RecordsToRead::Since(date(2026, 11, 14)), Some(MONDAY)) });
    state.end_run(date(2026, 11, 20), None);
    assert_eq!(state.last.as_ref().unwrap().read_until, Some(date(2026, 11, 16)));
    assert_eq!(state.revision, 2);
    let next = state.next(&input(Some(TUESDAY), date(2026, 11, 20)));
    assert_eq!(reads(next), RecordsToRead::Since(date(2026, 11, 14)));
}

#[test]
fn without_a_version_the_latest_change_date_counts_unless_it_is_in_the_future() {
    for (newest, expected) in
        [(date(2026, 11, 10), date(2026, 11, 10)), (date(2099, 1, 1), date(2026, 11, 20))]
    {
        let mut state = SyncState { source: "live".into(), ..SyncState::default() };
        state.run = Some(Run { newest: Some(newest), ..Run::new(RecordsToRead::All, None) });
        state.end_run(date(2026, 11, 20), Some(7));
        let last = state.last.unwrap();
        assert_eq!((last.read_until, last.full, last.studies), (Some(expected), date(2026, 11, 20), 7));
        assert_eq!(state.revision, 0);
    }
}

#[test]
fn forgotten_page_token_restarts_at_the_first_page() {
    let mut run = Run::new(RecordsToRead::All, None);
    run.page_written(Some("second".into()));
    run.restart();
    assert_eq!((run.stage, run.pages, run.restarts), (Stage::Reading(None), 0, 1));
}

#[test]
fn dates_are_parsed_with_a_time_and_without_a_day() {
    assert_eq!(day_of(MONDAY), Some(date(2026, 11, 16)));
    assert_eq!(day_of("2026-11"), Some(date(2026, 11, 1)));
    assert_eq!(day_of("soon"), None);
    assert_eq!(day_of("é-é-é-é-é"), None);
}
