//! Sentences from the texts of facts.

use crate::{sentence::list_with, study_facts::FactText};

/// Returns texts as sentences.
pub(super) fn sentences(texts: &[FactText]) -> Vec<String> {
    texts.iter().map(FactText::sentence).collect()
}

/// Returns a text that ends with a period.
pub(super) fn ended(text: &str) -> String {
    format!("{}.", text.trim_end_matches('.'))
}

/// Returns parts of a sentence as a list in words, or `None` if there are none.
pub(super) fn listed(parts: &[FactText], conjunction: &str) -> Option<String> {
    let parts: Vec<&str> = parts.iter().map(FactText::phrase).collect();
    (!parts.is_empty()).then(|| list_with(&parts, conjunction))
}
