//! Criteria and records in their own words, bounded.

use unicode_segmentation::UnicodeSegmentation;
use waypoint_domain::medical_record::{Allergy, Condition, Immunization, Medication};

use crate::dates::in_words;

/// The most characters of a quote.
pub(crate) const MOST_CHARACTERS: usize = 500;

/// A text as it is, or its beginning with `…`.
pub(crate) fn quoted(text: &str) -> String {
    if text.len() <= MOST_CHARACTERS || text.chars().count() <= MOST_CHARACTERS {
        return text.to_owned();
    }
    let mut left = MOST_CHARACTERS - 1;
    let fitting = text.graphemes(true).take_while(|grapheme| {
        let fits = grapheme.chars().count() <= left;
        left = left.saturating_sub(if fits { grapheme.chars().count() } else { left });
        fits
    });
    fitting.chain(["…"]).collect()
}

/// A condition: `Asthma, active, since March 1, 2012`.
pub(crate) fn condition(record: &Condition) -> String {
    let since = record.onsetdatetime.as_deref().map(|onset| dated("since", onset));
    let written = || record.date.as_deref().map(|date| dated("recorded", date));
    joined(record.name.as_deref(), record.clinicalstatus.as_deref(), since.or_else(written))
}

/// A medicine: `Metformin 500 mg tablet, active, from May 14, 2009`.
pub(crate) fn medicine(record: &Medication) -> String {
    let from = record.date.as_deref().map(|date| dated("from", date));
    joined(record.name.as_deref(), record.status.as_deref(), from)
}

/// An allergy: `Penicillin, active, recorded July 1, 1988`.
pub(crate) fn allergy(record: &Allergy) -> String {
    let written = record.date.as_deref().map(|date| dated("recorded", date));
    joined(record.name.as_deref(), record.status.as_deref(), written)
}

/// A vaccine: `Zoster vaccine, given April 2, 2019`.
pub(crate) fn vaccine(record: &Immunization) -> String {
    joined(record.name.as_deref(), None, record.date.as_deref().map(|date| dated("given", date)))
}

fn dated(word: &str, date: &str) -> String {
    format!("{word} {}", in_words(date))
}

fn joined(name: Option<&str>, status: Option<&str>, date: Option<String>) -> String {
    let parts = [name.map(str::to_owned), status.map(str::to_owned), date];
    quoted(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_at_a_whole_letter_and_says_so() {
        assert_eq!(quoted("short"), "short");
        let long = "e\u{301}".repeat(400);
        let cut = quoted(&long);
        assert!(cut.chars().count() <= MOST_CHARACTERS);
        assert!(cut.ends_with("e\u{301}…"));
    }
}
