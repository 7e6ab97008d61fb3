//! The words that the studies of an index use, and which of them a typed word stands for.

use std::collections::HashMap;

use rapidfuzz::distance::osa;
use tantivy::{Searcher, Term, query::FuzzyTermQuery, schema::Field};
use waypoint_domain::effort::Effort;
use waypoint_vocabulary::{How, Reading};

use crate::schema::Fields;

/// So many words of the index are passed over in the time of a step.
const PASSED_OVER: usize = 4;
/// The steps in which words are found that are one slip away, or two: an automaton is built that knows them all, so the
/// number of the index's words hardly matters.
const STEPS_OF_SLIPS: [usize; 2] = [800, 4000];
/// A longer word is no slip of one that studies use, but something else.
const LONGEST_SLIP: usize = 40;
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
    effort: &'a Effort,
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
    pub(crate) fn of(searcher: &'a Searcher, fields: &Fields, effort: &'a Effort) -> Self {
        Self { searcher, words: fields.words, summary: fields.summary, effort }
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
        if beginning.chars().count() < SHORTEST_BEGINNING || !self.effort.is_left() {
            return Vec::new();
        }
        let mut found: Vec<(u64, String)> = Vec::new();
        for segment in self.searcher.segment_readers() {
            let Ok(inverted) = segment.inverted_index(self.words) else { continue };
            let Ok(mut words) = inverted.terms().range().ge(beginning).into_stream() else { continue };
            while words.advance() {
                let Some(word) = str::from_utf8(words.key()).ok().filter(|word| word.starts_with(beginning))
                else {
                    break;
                };
                found.push((u64::from(words.value().doc_freq), word.to_owned()));
            }
        }
        self.effort.spend(1 + found.len() / PASSED_OVER);
        commonest(found, MOST_BEGUN)
    }

    /// The words that somebody may have meant who typed one that no study has: the fewest slips first, then the
    /// commonest. Few people mistake the first letter.
    pub(crate) fn like(&self, word: &str) -> Vec<String> {
        let length = word.chars().count();
        let first = word.chars().next().filter(|first| first.is_alphabetic());
        let lengths = SHORTEST_SLIP..=LONGEST_SLIP;
        let Some(first) = first.filter(|_| lengths.contains(&length) && self.effort.is_left()) else {
            return Vec::new();
        };
        if word.chars().any(|c| c.is_ascii_digit()) {
            return Vec::new();
        }
        let most: u8 = if length <= SHORT { 1 } else { 2 };
        self.effort.spend(STEPS_OF_SLIPS[usize::from(most - 1)]);
        let Ok(alike) = FuzzyTermQuery::new(Term::from_field_text(self.words, word), most, true).automaton()
        else {
            return Vec::new();
        };
        let typed = osa::BatchComparator::new(word.chars());
        let arguments = osa::Args::default().score_cutoff(usize::from(most));
        let beginning = first.to_string();
        let mut found: Vec<(usize, u64, String)> = Vec::new();
        for segment in self.searcher.segment_readers() {
            let Ok(inverted) = segment.inverted_index(self.words) else { continue };
            let Ok(mut words) = inverted.terms().search(&alike).ge(&beginning).into_stream() else {
                continue;
            };
            while words.advance() {
                let Some(known) = str::from_utf8(words.key()).ok().filter(|known| known.starts_with(first))
                else {
                    break;
                };
                if let Some(slips) = typed.distance_with_args(known.chars(), &arguments) {
                    found.push((slips, u64::from(words.value().doc_freq), known.to_owned()));
                }
            }
        }
        let fewest = found.iter().map(|(slips, ..)| *slips).min().unwrap_or_default();
        let nearest = found.into_iter().filter(|(slips, ..)| *slips == fewest);
        commonest(nearest.map(|(_, studies, word)| (studies, word)).collect(), MOST_LIKE)
    }
}

/// The commonest words.
fn commonest(mut found: Vec<(u64, String)>, most: usize) -> Vec<String> {
    found.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    found.into_iter().take(most).map(|(_, word)| word).collect()
}
