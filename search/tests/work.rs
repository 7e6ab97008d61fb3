//! The effort of expensive texts. It is counted, not timed, so the machine makes no difference.

use std::sync::LazyLock;

use waypoint_domain::work_budget::WorkBudget;
use waypoint_gazetteer::Gazetteer;
use waypoint_search::FreeText;
use waypoint_text::{Table, table};
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);

/// Expensive texts, by what makes them so, and real queries of patients.
const TEXTS: Table<2> = table!("../../bench/input/texts.tsv", ["kind", "text"]);
const QUERIES: Table<5> =
    table!("../../bench/relevance/queries.tsv", ["query", "language", "kind", "set", "studies"]);

/// The effort of a request, plus the overshoot of the last step and of reading the text as typed.
const MAX_STEPS: u32 = 80_000;

fn repeat_to_length(text: &str, length: usize) -> String {
    text.chars().cycle().take(length).collect()
}

fn steps(text: &str) -> u32 {
    let effort = WorkBudget::for_request();
    let _ = FreeText::read_with(text, 2026, &VOCABULARY, &GAZETTEER, &effort);
    effort.spent()
}

#[test]
fn no_text_exceeds_the_effort_of_a_request() {
    for [kind, text] in TEXTS.rows() {
        for length in [125, 250, 500, 1000, 2000] {
            let steps = steps(&repeat_to_length(text, length));
            assert!(steps <= MAX_STEPS, "{kind}: {steps} steps for {length} letters");
        }
    }
}

#[test]
fn effort_grows_about_linearly_with_length() {
    for [kind, text] in TEXTS.rows() {
        let (short, long) = (steps(&repeat_to_length(text, 500)), steps(&repeat_to_length(text, 1000)));
        assert!(long <= 3 * short + 5000, "{kind}: {short} steps for 500 letters, {long} for 1000");
    }
}

#[test]
fn text_that_exhausts_its_effort_is_reported_as_cut() {
    let read = |text: &str| FreeText::read(text, 2026, &VOCABULARY, &GAZETTEER);
    assert!(read(&repeat_to_length("asthma ", 1001)).is_truncated);
    assert!(!read("58 year old woman with lung cancer near Cleveland").is_truncated);
    let effort = WorkBudget::with_steps(0);
    let cut = FreeText::read_with("asthmma near Boston", 2026, &VOCABULARY, &GAZETTEER, &effort);
    assert!(cut.is_truncated && cut.place.is_some() && cut.condition == "asthmma", "{cut:?}");
}

#[test]
fn real_queries_need_a_third_of_the_effort() {
    for [query, ..] in QUERIES.rows() {
        let steps = steps(query);
        assert!(steps <= MAX_STEPS / 3, "{query}: {steps} steps");
    }
}
