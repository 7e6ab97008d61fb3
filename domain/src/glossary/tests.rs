use proptest::prelude::*;

use super::*;

fn term(id: &str, forms: &[&str], names: &[&str], only_in: &[PagePart]) -> TermForms {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    TermForms { id: id.into(), forms: owned(forms), names: owned(names), only_in: only_in.to_vec() }
}

fn glossary() -> Glossary {
    Glossary::new(vec![
        term("placebo", &["placebo", "placebos"], &[], &[]),
        term("placebo-controlled", &["placebo controlled"], &[], &[]),
        term("serious-adverse-event", &["serious adverse event"], &[], &[]),
        term("adverse-event", &["adverse event", "adverse events"], &["AE"], &[]),
        term("side-effect", &["side effect", "side effects"], &[], &[]),
        term("follow-up", &["follow-up"], &[], &[]),
        term("randomization", &["randomized"], &[], &[]),
        term("phase-1", &["phase 1"], &[], &[]),
        term("phase-1-2", &["phase 1/2"], &[], &[]),
        term("sponsor", &["sponsor", "sponsors"], &[], &[PagePart::Facts]),
        term("study-arm", &["study arm"], &["Arm A"], &[]),
    ])
}

/// The explained words of a text with their terms.
fn explained(text: &str) -> Vec<(String, String)> {
    let glossary = glossary();
    let occurrences = glossary.explainer(PagePart::Facts).explain(text);
    occurrences.into_iter().map(|found| (text[found.span].to_owned(), found.term.to_owned())).collect()
}

#[test]
fn terms_are_found_as_whole_words_in_any_case() {
    let table = [
        ("You get a placebo.", "placebo"),
        ("PLACEBO", "PLACEBO"),
        ("(placebo)", "placebo"),
        ("“Placebos”", "Placebos"),
        ("the placebo’s color", "placebo’s"),
        ("-placebo", "placebo"),
        ("drug — placebo", "placebo"),
        ("drug, placebo: both", "placebo"),
        ("placeboes", ""),
        ("myplacebo", ""),
        ("placebo1", ""),
        ("placebó", ""),
        ("", ""),
    ];
    for (text, words) in table {
        let found: Vec<_> = explained(text).into_iter().map(|(words, _)| words).collect();
        assert_eq!(found.join("|"), words, "{text}");
    }
}

#[test]
fn word_that_is_joined_to_another_is_not_the_term() {
    for text in [
        "non-randomized",
        "non‑randomized",
        "randomized/open",
        "a.placebo",
        "placebo-like",
        "me@placebo.example",
        "phase 1/3",
        "side-effect-free",
    ] {
        assert_eq!(explained(text), [], "{text}");
    }
}

#[test]
fn space_of_a_form_matches_spaces_and_hyphens_but_a_hyphen_only_hyphens() {
    for text in ["side effects", "side-effects", "Side\u{A0}effects", "side\n  effects", "side‑effects"] {
        assert_eq!(explained(text).len(), 1, "{text}");
    }
    for text in ["side, effects", "side. Effects", "side (effects)", "side/effects", "follow up with them"] {
        assert_eq!(explained(text), [], "{text}");
    }
    assert_eq!(explained("a Follow-up call")[0].0, "Follow-up");
}

#[test]
fn longest_form_wins_and_hides_the_forms_within_it() {
    let table = [
        ("A placebo-controlled trial", "placebo-controlled"),
        ("A serious adverse event", "serious-adverse-event"),
        ("A serious event, an adverse event", "adverse-event"),
        ("Phase 1/2", "phase-1-2"),
        ("Phase 1 or 2", "phase-1"),
        // The second one would otherwise be an adverse event.
        ("A serious adverse event is a serious adverse event", "serious-adverse-event"),
    ];
    for (text, term) in table {
        let found: Vec<_> = explained(text).into_iter().map(|(_, term)| term).collect();
        assert_eq!(found, [term], "{text}");
    }
}

#[test]
fn name_matches_only_as_it_is_written() {
    assert_eq!(explained("An AE or Arm A")[1], ("Arm A".into(), "study-arm".into()));
    assert_eq!(explained("ae, Ae, arm a, AEs, a pain in the arm"), []);
}

#[test]
fn term_is_explained_once_in_a_part_and_again_in_the_next() {
    let glossary = glossary();
    let mut facts = glossary.explainer(PagePart::Facts);
    assert_eq!(facts.explain("a placebo, two placebos").len(), 1);
    assert_eq!(facts.explain("a placebo"), []);
    assert_eq!(glossary.explainer(PagePart::Criteria).explain("a placebo").len(), 1);
}

#[test]
fn term_is_explained_only_in_the_parts_where_its_meaning_is_certain() {
    let glossary = glossary();
    assert_eq!(glossary.explainer(PagePart::Facts).explain("the sponsor pays").len(), 1);
    assert_eq!(glossary.explainer(PagePart::Text).explain("they sponsor a team, and sponsors pay"), []);
}

#[test]
fn glossary_of_no_forms_explains_nothing() {
    let empty = Glossary::new(vec![term("a", &["", " - "], &["…"], &[])]);
    assert_eq!(empty.explainer(PagePart::Facts).explain("a - … b"), []);
}

proptest! {
    #[test]
    fn occurrences_are_in_order_and_each_is_a_form_of_its_term(
        parts in prop::collection::vec(
            prop_oneof![
                Just("placebo".to_owned()),
                Just("side effect".to_owned()),
                Just("AE".to_owned()),
                Just("phase 1".to_owned()),
                "[ ,.‑/-]{1,2}",
                "\\PC{0,4}",
            ],
            0..40,
        )
    ) {
        let text = parts.concat();
        let glossary = glossary();
        let found = glossary.explainer(PagePart::Facts).explain(&text);
        let mut end = 0;
        let mut seen = Vec::new();
        for occurrence in found {
            prop_assert!(occurrence.span.start >= end);
            end = occurrence.span.end;
            let words = &text[occurrence.span];
            let again = glossary.explainer(PagePart::Facts).explain(words);
            prop_assert_eq!(again.len(), 1);
            prop_assert_eq!(again[0].term, occurrence.term);
            prop_assert!(!seen.contains(&occurrence.term));
            seen.push(occurrence.term);
        }
    }
}
