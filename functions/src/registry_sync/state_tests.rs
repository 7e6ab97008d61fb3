#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use jiff::civil::date;

use super::*;

const MONDAY: &str = "2026-11-16T09:00:05";
const TUESDAY: &str = "2026-11-17T09:00:05";

fn asked(version: Option<&'static str>, today: Date) -> Asked<'static> {
    Asked { source: "live", version, today, full: false }
}

/// What is kept after a full run of Monday.
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

fn reads(next: Next) -> Reads {
    match next {
        Next::Begin(run) | Next::Forget(run) | Next::GoOn(run) => run.reads,
        Next::Nothing => panic!("nothing is to be done"),
    }
}

#[test]
fn the_first_run_reads_everything() {
    let next = SyncState::default().next(&asked(Some(MONDAY), date(2026, 11, 16)));
    assert!(matches!(&next, Next::Forget(run) if run.reads == Reads::All), "{next:?}");
}

#[test]
fn a_registry_that_has_not_changed_is_not_read() {
    assert_eq!(read_once().next(&asked(Some(MONDAY), date(2026, 11, 17))), Next::Nothing);
}

#[test]
fn a_registry_that_has_changed_is_read_from_some_days_before_the_last_run() {
    let next = read_once().next(&asked(Some(TUESDAY), date(2026, 11, 17)));
    assert_eq!(reads(next), Reads::Since(date(2026, 11, 14)));
}

#[test]
fn a_registry_that_says_nothing_of_its_state_is_read_each_time() {
    let next = read_once().next(&asked(None, date(2026, 11, 17)));
    assert_eq!(reads(next), Reads::Since(date(2026, 11, 14)));
}

#[test]
fn everything_is_read_again_after_some_weeks_on_demand_and_when_more_is_kept_of_a_record() {
    let weeks_later = read_once().next(&asked(Some(MONDAY), date(2026, 12, 14)));
    assert_eq!(reads(weeks_later), Reads::All);
    let the_day_before = read_once().next(&asked(Some(MONDAY), date(2026, 12, 13)));
    assert_eq!(the_day_before, Next::Nothing);

    let on_demand = Asked { full: true, ..asked(Some(MONDAY), date(2026, 11, 17)) };
    assert_eq!(reads(read_once().next(&on_demand)), Reads::All);

    let mut old = read_once();
    old.last.as_mut().unwrap().format = FORMAT - 1;
    assert_eq!(reads(old.next(&asked(Some(MONDAY), date(2026, 11, 17)))), Reads::All);
}

#[test]
fn an_interrupted_run_is_gone_on_with_even_when_the_registry_has_changed_since() {
    let mut state = read_once();
    let mut run = Run::of(Reads::Since(date(2026, 11, 14)), Some(MONDAY));
    run.page_written(Some("second".into()));
    state.run = Some(run.clone());
    assert_eq!(state.next(&asked(Some(TUESDAY), date(2026, 11, 17))), Next::GoOn(run));

    let full = Asked { full: true, ..asked(Some(TUESDAY), date(2026, 11, 17)) };
    assert!(matches!(state.next(&full), Next::Begin(run) if run.reads == Reads::All));
}

#[test]
fn another_registry_means_to_forget_the_first() {
    let other = Asked { source: "file:1", ..asked(None, date(2026, 11, 17)) };
    assert!(matches!(read_once().next(&other), Next::Forget(run) if run.reads == Reads::All));
}

#[test]
fn a_run_that_began_before_a_change_leaves_that_change_to_the_next_one() {
    let mut state = read_once();
    state.run = Some(Run { changed: true, ..Run::of(Reads::Since(date(2026, 11, 14)), Some(MONDAY)) });
    state.end_run(date(2026, 11, 20), None);
    assert_eq!(state.last.as_ref().unwrap().read_until, Some(date(2026, 11, 16)));
    assert_eq!(state.revision, 2);
    let next = state.next(&asked(Some(TUESDAY), date(2026, 11, 20)));
    assert_eq!(reads(next), Reads::Since(date(2026, 11, 14)));
}

#[test]
fn without_a_stated_day_the_latest_change_counts_but_none_that_is_still_to_come() {
    for (newest, expected) in
        [(date(2026, 11, 10), date(2026, 11, 10)), (date(2099, 1, 1), date(2026, 11, 20))]
    {
        let mut state = SyncState { source: "live".into(), ..SyncState::default() };
        state.run = Some(Run { newest: Some(newest), ..Run::of(Reads::All, None) });
        state.end_run(date(2026, 11, 20), Some(7));
        let last = state.last.unwrap();
        assert_eq!((last.read_until, last.full, last.studies), (Some(expected), date(2026, 11, 20), 7));
        assert_eq!(state.revision, 0);
    }
}

#[test]
fn a_page_that_is_no_longer_known_means_the_first_page_again() {
    let mut run = Run::of(Reads::All, None);
    run.page_written(Some("second".into()));
    run.begin_anew();
    assert_eq!((run.stage, run.pages, run.restarts), (Stage::Reading(None), 0, 1));
}

#[test]
fn days_are_read_with_a_time_and_without_their_day() {
    assert_eq!(day_of(MONDAY), Some(date(2026, 11, 16)));
    assert_eq!(day_of("2026-11"), Some(date(2026, 11, 1)));
    assert_eq!(day_of("soon"), None);
    assert_eq!(day_of("é-é-é-é-é"), None);
}
