//! How much work a costly text takes. It is counted and not timed, so the machine makes no difference.

use std::sync::LazyLock;

use waypoint_domain::effort::Effort;
use waypoint_gazetteer::Gazetteer;
use waypoint_search::FreeText;
use waypoint_vocabulary::Vocabulary;

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);

/// Costly texts, by what makes them so, and judged queries of patients.
const TEXTS: &str = include_str!("../../bench/input/texts.tsv");
const QUERIES: &str = include_str!("../../bench/relevance/queries.tsv");

/// The steps of a request's budget, and those of the guess that uses up the last of them with all that is read as it stands.
const MOST_STEPS: u32 = 80_000;

fn rows(file: &str) -> impl Iterator<Item = (&str, &str)> {
    file.lines().skip(1).filter_map(|line| line.split_once('\t'))
}

fn of_length(text: &str, length: usize) -> String {
    text.chars().cycle().take(length).collect()
}

fn steps(text: &str) -> u32 {
    let effort = Effort::of_request();
    let _ = FreeText::read_with(text, 2026, &VOCABULARY, &GAZETTEER, &effort);
    effort.spent()
}

#[test]
fn no_text_takes_more_work_than_a_request_may() {
    for (kind, text) in rows(TEXTS) {
        for length in [125, 250, 500, 1000, 2000] {
            let steps = steps(&of_length(text, length));
            assert!(steps <= MOST_STEPS, "{kind}: {steps} steps for {length} letters");
        }
    }
}

#[test]
fn twice_the_text_takes_at_most_about_twice_the_work() {
    for (kind, text) in rows(TEXTS) {
        let (short, long) = (steps(&of_length(text, 500)), steps(&of_length(text, 1000)));
        assert!(long <= 3 * short + 5000, "{kind}: {short} steps for 500 letters, {long} for 1000");
    }
}

#[test]
fn a_text_that_uses_its_effort_up_says_that_it_was_not_read_whole() {
    let read = |text: &str| FreeText::read(text, 2026, &VOCABULARY, &GAZETTEER);
    assert!(read(&of_length("asthma ", 1001)).is_cut);
    assert!(!read("58 year old woman with lung cancer near Cleveland").is_cut);
    let effort = Effort::of_steps(0);
    let said = FreeText::read_with("asthmma near Boston", 2026, &VOCABULARY, &GAZETTEER, &effort);
    assert!(said.is_cut && said.place.is_some() && said.condition == "asthmma", "{said:?}");
}

#[test]
fn what_patients_type_needs_a_part_of_the_effort_alone() {
    for (query, _) in rows(QUERIES) {
        let steps = steps(query);
        assert!(steps <= MOST_STEPS / 3, "{query}: {steps} steps");
    }
}
