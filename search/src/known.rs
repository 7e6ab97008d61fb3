//! The words that the studies of an index use, and which of them a typed word stands for.

use std::{cell::Cell, collections::HashMap};

use rapidfuzz::distance::osa;
use tantivy::{Searcher, Term, schema::Field};
use waypoint_vocabulary::{How, Reading};

use crate::schema::Fields;

/// All words of a search together are compared with this many others at most, so that none takes long.
const MOST_COMPARED: usize = 200_000;
/// How many words one beginning, or one slip of the pen, can stand for.
const MOST_BEGUN: usize = 40;
const MOST_LIKE: usize = 4;
/// A shorter beginning is that of too many words, and a shorter word is like too many others.
const SHORTEST_BEGINNING: usize = 4;
const SHORTEST_SLIP: usize = 5;
/// Up to this length one slip is all that a word can bear.
const SHORT: usize = 6;

/// The words of the titles, conditions and keywords of an index.
pub(crate) struct KnownWords<'a> {
    searcher: &'a Searcher,
    words: Field,
    summary: Field,
    left: Cell<usize>,
}

/// For each typed word that no study has, or that was typed in part, the words that stand for it.
#[derive(Debug, Default)]
pub(crate) struct Stands(HashMap<String, Vec<String>>);

impl Stands {
    pub(crate) fn of(reading: &Reading, known: &KnownWords) -> Self {
        let mut stands = HashMap::new();
        for part in reading.parts.iter().filter(|part| part.how != How::Named) {
            for word in &part.typed {
                let begun = if part.how == How::Begun { known.begun_by(word) } else { Vec::new() };
                stands.insert(word.clone(), std::iter::once(word.clone()).chain(begun).collect());
            }
        }
        for word in reading.rest.iter().filter(|word| known.studies_with(&word.folded) == 0) {
            let begun = known.begun_by(&word.folded);
            let others = if begun.is_empty() { known.like(&word.folded) } else { begun };
            if !others.is_empty() {
                stands.insert(word.folded.clone(), others);
            }
        }
        Self(stands)
    }

    /// The words that a typed one stands for; itself, when it stands for no other.
    pub(crate) fn for_word<'b>(&'b self, word: &'b String) -> &'b [String] {
        self.0.get(word).map_or(std::slice::from_ref(word), Vec::as_slice)
    }
}

impl<'a> KnownWords<'a> {
    pub(crate) fn of(searcher: &'a Searcher, fields: &Fields) -> Self {
        Self { searcher, words: fields.words, summary: fields.summary, left: Cell::new(MOST_COMPARED) }
    }

    /// In how many studies a word stands.
    pub(crate) fn studies_with(&self, word: &str) -> u64 {
        self.searcher.doc_freq(&Term::from_field_text(self.words, word)).unwrap_or_default()
    }

    /// Whether a word stands in some study, the summary counted in, or for another word that does.
    pub(crate) fn stands_for_some(&self, word: &str) -> bool {
        let in_summary =
            || self.searcher.doc_freq(&Term::from_field_text(self.summary, word)).is_ok_and(|of| of > 0);
        self.studies_with(word) > 0
            || in_summary()
            || !self.begun_by(word).is_empty()
            || !self.like(word).is_empty()
    }

    /// The commonest words that begin so.
    pub(crate) fn begun_by(&self, beginning: &str) -> Vec<String> {
        if beginning.chars().count() < SHORTEST_BEGINNING {
            return Vec::new();
        }
        let mut found: Vec<(u64, String)> = Vec::new();
        self.each_beginning_with(beginning, |word, studies| found.push((studies, word.to_owned())));
        commonest(found, MOST_BEGUN)
    }

    /// The words that somebody may have meant who typed one that no study has: the fewest slips first, then the
    /// commonest. Few people mistake the first letter.
    pub(crate) fn like(&self, word: &str) -> Vec<String> {
        let length = word.chars().count();
        let first = word.chars().next().filter(|first| first.is_alphabetic());
        let Some(first) = first.filter(|_| length >= SHORTEST_SLIP) else { return Vec::new() };
        if word.chars().any(|c| c.is_ascii_digit()) {
            return Vec::new();
        }
        let most = if length <= SHORT { 1 } else { 2 };
        let typed = osa::BatchComparator::new(word.chars());
        let arguments = osa::Args::default().score_cutoff(most);
        let mut found: Vec<(usize, u64, String)> = Vec::new();
        self.each_beginning_with(&first.to_string(), |known, studies| {
            if known.chars().count().abs_diff(length) <= most
                && let Some(slips) = typed.distance_with_args(known.chars(), &arguments)
            {
                found.push((slips, studies, known.to_owned()));
            }
        });
        let fewest = found.iter().map(|(slips, ..)| *slips).min().unwrap_or_default();
        let nearest = found.into_iter().filter(|(slips, ..)| *slips == fewest);
        commonest(nearest.map(|(_, studies, word)| (studies, word)).collect(), MOST_LIKE)
    }

    fn each_beginning_with(&self, beginning: &str, mut with: impl FnMut(&str, u64)) {
        for segment in self.searcher.segment_readers() {
            let Ok(inverted) = segment.inverted_index(self.words) else { continue };
            let Ok(mut words) = inverted.terms().range().ge(beginning).into_stream() else { continue };
            while self.left.get() > 0 && words.advance() {
                let Ok(word) = str::from_utf8(words.key()) else { continue };
                if !word.starts_with(beginning) {
                    break;
                }
                with(word, u64::from(words.value().doc_freq));
                self.left.set(self.left.get() - 1);
            }
        }
    }
}

/// The commonest words.
fn commonest(mut found: Vec<(u64, String)>, most: usize) -> Vec<String> {
    found.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    found.into_iter().take(most).map(|(_, word)| word).collect()
}
