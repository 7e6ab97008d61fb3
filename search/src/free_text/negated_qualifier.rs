//! Negated words that narrow a condition: 'diabetes but not type 1', 'nonobstructive cardiomyopathy'.
//!
//! With the name of the condition, they name a narrower one, which the person denies.

use std::{collections::BTreeSet, ops::Range};

use waypoint_vocabulary::ConceptId;

use super::reading::Reading;

/// The maximum number of words of a qualifier.
const MAX_WORDS: usize = 3;
/// The minimum number of letters behind a negating prefix.
const MIN_LETTERS: usize = 4;
const PREFIX: &str = "non";

/// A negated word or two, and the conditions that they deny.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NegatedQualifier {
    /// The token after it.
    pub(super) end: usize,
    pub(super) denied: Vec<ConceptId>,
}

/// Returns the longest qualifier that begins at `first`, behind a negation that begins at `negation`.
pub(super) fn qualifier_at(reading: &Reading, negation: usize, first: usize) -> Option<NegatedQualifier> {
    let is_joined =
        |end: &usize| (first + 1..*end).all(|at| reading.get(at).is_some_and(|next| !next.is_apart()));
    // 'non-metastatic breast cancer' negates no more than 'metastatic'.
    let is_whole = |end: &usize| reading.whole_name(end - 1..*end).end == *end;
    let most = reading.tokens.len().min(first + MAX_WORDS);
    let ends = (first + 1..=most).rev().filter(|end| is_joined(end) && is_whole(end));
    ends.into_iter().find_map(|end| {
        let denied = narrower(reading, first..end, &(negation..end));
        (!denied.is_empty()).then_some(NegatedQualifier { end, denied })
    })
}

/// Returns what a word with a negating prefix denies: 'nondiabetic', 'nonobstructive'. A word of a name denies nothing.
pub(super) fn prefixed_at(reading: &Reading, at: usize) -> Option<NegatedQualifier> {
    let word = reading.word(at);
    let rest = word.strip_prefix(PREFIX).filter(|rest| rest.chars().count() >= MIN_LETTERS)?;
    if reading.is_named(at..at + 1) || reading.is_in_longer_name(at..at + 1) {
        return None;
    }
    let mut denied = reading.concepts_named(rest);
    denied.extend(of_names(reading, rest, &(at..at + 1)));
    (!denied.is_empty()).then_some(NegatedQualifier { end: at + 1, denied })
}

/// Returns the conditions that these tokens name with a condition of the text. The name of that condition must be
/// outside `negated`.
pub(super) fn narrower(reading: &Reading, qualifier: Range<usize>, negated: &Range<usize>) -> Vec<ConceptId> {
    of_names(reading, &reading.text[reading.span(qualifier)], negated)
}

fn of_names(reading: &Reading, qualifier: &str, negated: &Range<usize>) -> Vec<ConceptId> {
    let negated = reading.span(negated.clone());
    // Of a name that begins in the negated words, the rest is the name: 'non-obstructive cardiomyopathy'.
    let others = reading.names_in_text().filter_map(|name| {
        let rest =
            if name.start < negated.end { name.start.max(negated.end)..name.end } else { name.clone() };
        let is_before = name.end <= negated.start;
        let other = if is_before { name } else { rest };
        (!other.is_empty()).then_some(other)
    });
    let distinct: BTreeSet<&str> = others.map(|name| reading.text[name].trim()).collect();
    distinct.into_iter().flat_map(|name| reading.narrower_concepts(qualifier, name)).collect()
}
