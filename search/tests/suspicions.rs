//! Conditions of descriptions that aren't certain, or that are over.

use std::sync::LazyLock;

use jiff::civil::{Date, date};
use waypoint_gazetteer::Gazetteer;
use waypoint_search::{FreeText, description::Description};
use waypoint_vocabulary::{ConceptId, Vocabulary};

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(Vocabulary::default);
static GAZETTEER: LazyLock<Gazetteer> = LazyLock::new(Gazetteer::default);
/// The day on which the texts are read.
const TODAY: Date = date(2026, 7, 1);

/// Returns the conditions, and what a search must be confirmed for.
fn certain_and_not(text: &str) -> (String, String) {
    let found = Description::read(text, TODAY, &VOCABULARY, &GAZETTEER);
    let labels = |concepts: Vec<ConceptId>| {
        concepts.into_iter().map(|concept| VOCABULARY.label(concept)).collect::<Vec<_>>().join(", ")
    };
    (labels(found.conditions.iter().map(|one| one.concept).collect()), labels(found.symptoms))
}

#[test]
fn suspected_condition_is_listed_with_the_symptoms() {
    for (text, certain, suspected) in [
        ("Suspected Crohn's", "", "Crohn's Disease"),
        ("Possible preeclampsia", "", "Preeclampsia"),
        ("Concern for ALS", "", "ALS"),
        ("? lupus. Known RA", "Rheumatoid Arthritis", "Lupus"),
        ("RA. ? Lupus", "Rheumatoid Arthritis", "Lupus"),
        ("Sospecha de lupus", "", "Lupus"),
        ("I might have MS", "", "Multiple Sclerosis"),
        ("r/o lupus", "", "Lupus"),
        ("Cannot exclude TB. HIV.", "HIV", "Tuberculosis"),
        ("Suspected Crohn's; asthma", "Asthma", "Crohn's Disease"),
        ("Asthma, likely COPD", "Asthma", "COPD"),
        ("No signs of possible stroke. Lupus.", "Lupus", ""),
        ("At risk of possible stroke. Lupus.", "Lupus", ""),
        ("Is there a trial for lupus? asthma", "Lupus, Asthma", ""),
    ] {
        assert_eq!(certain_and_not(text), (certain.to_owned(), suspected.to_owned()), "{text}");
    }
}

#[test]
fn resolved_condition_comes_after_a_present_one() {
    for (text, expected) in [
        ("childhood asthma, resolved. Now eczema.", "Eczema, Asthma"),
        ("gout (resolved), lupus", "Lupus, Gout"),
        ("Asma, curada. Ahora eccema.", "Eczema, Asthma"),
    ] {
        assert_eq!(certain_and_not(text).0, expected, "{text}");
    }
}

#[test]
fn search_for_a_suspected_condition_says_that_it_is_no_diagnosis() {
    for (text, condition, suspected) in [
        ("rule out COPD", "COPD", "COPD"),
        ("r/o lupus", "lupus", "lupus"),
        ("could it be MS", "MS", "MS"),
        ("could it be MS?", "MS", "MS"),
        ("possible asthma or COPD", "asthma or COPD", "asthma or COPD"),
        ("lupus suspected", "lupus", "lupus"),
        ("sospecha de lupus", "lupus", "lupus"),
        ("lupus", "lupus", ""),
        ("lupus ruled out", "", ""),
    ] {
        let read = FreeText::read(text, 2026, &VOCABULARY, &GAZETTEER);
        assert_eq!(
            (read.condition.as_str(), read.suspected.join(", ").as_str()),
            (condition, suspected),
            "{text}"
        );
    }
}

#[test]
fn suspected_condition_is_left_out_of_a_search_for_another_one() {
    for (text, condition, left_out) in [
        ("asthma, rule out COPD", "asthma", "rule out COPD"),
        ("r/o lupus. I have asthma", "asthma", "r/o lupus"),
    ] {
        let read = FreeText::read(text, 2026, &VOCABULARY, &GAZETTEER);
        assert_eq!(
            (read.condition.as_str(), read.negated.join(", ").as_str()),
            (condition, left_out),
            "{text}"
        );
        assert_eq!(read.suspected, Vec::<String>::new(), "{text}");
    }
}
