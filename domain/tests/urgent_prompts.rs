//! What patients and those near to them write when help can't wait, and what they write otherwise.

use waypoint_domain::assistant::Concern;
use waypoint_text::table;

/// What is typed, with what is meant by it.
fn prompts() -> Vec<(&'static str, &'static str)> {
    let rows = table!("fixtures/urgent-prompts.tsv", ["meant", "typed"]).rows();
    rows.map(|[meant, typed]| (meant, typed)).collect()
}

fn concern_kind(typed: &str) -> &'static str {
    match Concern::urgent(typed, typed) {
        Some(Concern::Crisis) => "crisis",
        Some(_) => "emergency",
        None => "none",
    }
}

#[test]
fn an_emergency_or_a_crisis_is_told_from_an_ordinary_question_however_it_is_put() {
    let prompts = prompts();
    let urgent = prompts.iter().filter(|(meant, _)| *meant != "none").count();
    assert!(urgent >= 150 && prompts.len() - urgent >= 100, "{urgent} of {}", prompts.len());
    let wrong: Vec<String> = prompts
        .into_iter()
        .filter(|(meant, typed)| concern_kind(typed) != *meant)
        .map(|(meant, typed)| format!("{typed}: {}, not {meant}", concern_kind(typed)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn capitals_marks_and_missing_apostrophes_hide_no_emergency() {
    for (meant, typed) in prompts().into_iter().filter(|(meant, _)| *meant != "none") {
        let without = typed.replace(['\'', '’'], "");
        for text in [typed.to_uppercase(), without, format!("{typed}!!!"), format!("hello, {typed} please")] {
            assert_eq!(concern_kind(&text), meant, "{text}");
        }
    }
}

#[test]
fn a_letter_that_is_missing_from_a_long_word_hides_no_emergency() {
    for typed in [
        "he is unconscious",
        "she is unresponsive",
        "I have an emergency",
        "he is suffocating",
        "she overdosed",
        "my husband collapsed",
        "I feel suicidal",
        "call an ambulance",
        "tengo una emergencia",
    ] {
        let word = typed.split(' ').next_back().unwrap();
        let before = &typed[..typed.len() - word.len()];
        for at in 1..word.len() {
            let text = format!("{before}{}{}", &word[..at], &word[at + 1..]);
            assert_ne!(concern_kind(&text), "none", "{text}");
        }
    }
}
