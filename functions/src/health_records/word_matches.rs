//! The rows that match all of several words.

use std::collections::HashMap;

use super::{
    index::SystemIndex,
    word_index::{Posting, WordMatch},
};

/// The rows that match all of several words.
#[derive(Debug, Default)]
pub(super) struct Matches {
    /// The rows, in their order, with the fields of all words.
    pub(super) rows: Vec<Posting>,
    words: Vec<WordMatch>,
}

/// Returns the rows that match all words, among which misspelled ones may be.
pub(super) fn match_all(index: &SystemIndex, typed: &[String]) -> Matches {
    let mut words: Vec<WordMatch> = typed.iter().map(|word| index.words.find(word)).collect();
    words.sort_by_key(|word| word.postings.len());
    matching_all(words)
}

/// Returns the rows that match all words, or else those that match most of the words that are spelled right. People write
/// words around a name that no hospital has: `Providence near`.
pub(super) fn match_most(index: &SystemIndex, typed: &[String]) -> Matches {
    let all = match_all(index, typed);
    if !all.rows.is_empty() {
        return all;
    }
    let words: Vec<WordMatch> = all.words.into_iter().filter(|word| !word.is_guess).collect();
    let mut counts: HashMap<usize, (usize, u8)> = HashMap::new();
    for posting in words.iter().flat_map(|word| &word.postings) {
        let (count, fields) = counts.entry(posting.row).or_default();
        *count += 1;
        *fields |= posting.fields;
    }
    let most = counts.values().map(|(count, _)| *count).max().unwrap_or(0);
    let matching = counts.into_iter().filter(|(_, (count, _))| *count == most);
    let mut rows: Vec<Posting> = matching.map(|(row, (_, fields))| Posting { row, fields }).collect();
    rows.sort_by_key(|posting| posting.row);
    Matches { rows, words }
}

fn matching_all(words: Vec<WordMatch>) -> Matches {
    let mut sets = words.iter();
    let mut rows = sets.next().map(|word| word.postings.clone()).unwrap_or_default();
    for word in sets {
        rows.retain_mut(|row| match find(&word.postings, row.row) {
            Some(fields) => {
                row.fields |= fields;
                true
            }
            None => false,
        });
    }
    Matches { rows, words }
}

impl Matches {
    /// Whether a word matches only with a typo.
    pub(super) fn has_guess(&self) -> bool {
        self.words.iter().any(|word| word.is_guess)
    }

    /// Whether each word that a row has is in one of these fields.
    pub(super) fn all_in(&self, row: usize, fields: u8) -> bool {
        self.words.iter().all(|word| find(&word.postings, row).is_none_or(|own| own & fields != 0))
    }
}

fn find(postings: &[Posting], row: usize) -> Option<u8> {
    let at = postings.binary_search_by_key(&row, |posting| posting.row).ok()?;
    Some(postings[at].fields)
}
