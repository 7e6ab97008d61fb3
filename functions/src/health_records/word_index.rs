//! The words of rows, and the rows with a word, with one that begins with it, or with one that differs by a typo.

use std::collections::BTreeMap;

use waypoint_text::{TypedWord, words};

/// The length of the shortest word that may be the beginning of another.
const SHORTEST_BEGINNING: usize = 2;
/// The number of letters for each permitted typo.
const LETTERS_PER_TYPO: usize = 4;
/// The maximum number of typos in a word.
const MAX_TYPOS: usize = 2;

/// A row with a word, and the fields that the word is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Posting {
    pub(super) row: usize,
    pub(super) fields: u8,
}

/// Words in their order, each with its rows in their order.
#[derive(Debug, Default)]
pub(super) struct WordIndex(Vec<(String, Vec<Posting>)>);

/// The rows that a typed word matches.
#[derive(Debug, Clone, Default)]
pub(super) struct WordMatch {
    /// The rows, in their order.
    pub(super) postings: Vec<Posting>,
    /// Whether it matches only with a typo.
    pub(super) is_guess: bool,
}

/// Returns the words of a text in lower case, without accents and apostrophes.
pub(super) fn words_of(text: &str) -> Vec<String> {
    words(text).map(|word| word.folded()).filter(|word| !word.is_empty()).collect()
}

impl WordIndex {
    /// Indexes the words of rows, given in their order.
    pub(super) fn build(rows: impl Iterator<Item = Vec<(String, u8)>>) -> Self {
        let mut all: BTreeMap<String, Vec<Posting>> = BTreeMap::new();
        for (row, words) in rows.enumerate() {
            for (word, fields) in words {
                let postings = all.entry(word).or_default();
                match postings.last_mut() {
                    Some(last) if last.row == row => last.fields |= fields,
                    _ => postings.push(Posting { row, fields }),
                }
            }
        }
        Self(all.into_iter().collect())
    }

    /// Returns the rows with a word that begins with this one, or else with one that differs by a typo per four letters,
    /// and two at most.
    pub(super) fn find(&self, word: &str) -> WordMatch {
        let from = self.0.partition_point(|(known, _)| known.as_str() < word);
        let is_short = word.chars().count() < SHORTEST_BEGINNING;
        let fits = |known: &str| if is_short { known == word } else { known.starts_with(word) };
        let found: Vec<&[Posting]> = self.0[from..]
            .iter()
            .take_while(|(known, _)| fits(known))
            .map(|(_, postings)| postings.as_slice())
            .collect();
        if found.is_empty() {
            return WordMatch { postings: self.guess(word), is_guess: true };
        }
        WordMatch { postings: union(&found), is_guess: false }
    }

    fn guess(&self, word: &str) -> Vec<Posting> {
        let length = word.chars().count();
        let mut most = (length / LETTERS_PER_TYPO).min(MAX_TYPOS);
        let typed = TypedWord::new(word);
        let mut nearest: Vec<&[Posting]> = Vec::new();
        for (known, postings) in &self.0 {
            let is_near = most > 0 && known.len().abs_diff(word.len()) <= 4 * most;
            let edits = if is_near { typed.edits_to(known, most) } else { None };
            if let Some(edits) = edits {
                if edits < most {
                    nearest.clear();
                    most = edits;
                }
                nearest.push(postings);
            }
        }
        union(&nearest)
    }
}

/// Returns the rows in any of these lists.
fn union(lists: &[&[Posting]]) -> Vec<Posting> {
    if let [only] = lists {
        return only.to_vec();
    }
    let mut all: Vec<Posting> = lists.concat();
    all.sort_by_key(|posting| posting.row);
    all.dedup_by(|next, kept| {
        let is_same = next.row == kept.row;
        if is_same {
            kept.fields |= next.fields;
        }
        is_same
    });
    all
}
