//! The words that the index's studies use, and which of them a typed word may mean.

use std::collections::HashMap;

use tantivy::{Searcher, Term, query::FuzzyTermQuery, schema::Field};
use waypoint_domain::work_budget::WorkBudget;
use waypoint_text::TypedWord;
use waypoint_vocabulary::{MatchKind, Reading, fold::Word};

use crate::schema::Fields;

/// How many words of the index can be read in one step of effort.
const WORDS_PER_STEP: usize = 4;
/// The effort of finding words one or two edits away. Building the automaton dominates, so the size of the index
/// hardly matters.
const CORRECTION_STEPS: [usize; 2] = [800, 4000];
/// Longer words are not corrected.
const MAX_CORRECTED_LENGTH: usize = 40;
/// How many completions a word can have.
const MAX_COMPLETIONS: usize = 40;
/// How many corrections a word can have.
const MAX_CORRECTIONS: usize = 4;
/// Shorter beginnings are not completed, because too many words begin with them.
const SHORTEST_BEGINNING: usize = 4;
/// Shorter words are not corrected, because too many words are similar.
const SHORTEST_CORRECTED: usize = 5;
/// Words up to this length may have one edit, longer ones two.
const SHORT: usize = 7;

/// The words in titles, conditions, and keywords of an index.
pub(crate) struct KnownWords<'a> {
    searcher: &'a Searcher,
    words: Field,
    summary: Field,
    names: Field,
    effort: &'a WorkBudget,
}

/// Substitutes for typed words that no study has, or that are incomplete.
#[derive(Debug, Default)]
pub(crate) struct Substitutions(HashMap<String, Vec<String>>);

impl Substitutions {
    pub(crate) fn new(reading: &Reading, known: &KnownWords) -> Self {
        let mut substitutes = HashMap::new();
        for part in reading.parts.iter().filter(|part| part.match_kind != MatchKind::Named) {
            for word in &part.typed_words {
                let completed =
                    if part.match_kind == MatchKind::Prefix { known.completions(word) } else { Vec::new() };
                substitutes.insert(word.clone(), std::iter::once(word.clone()).chain(completed).collect());
            }
        }
        let is_unused =
            |word: &&Word| !reading.people.contains(&word.folded) && known.studies_with(&word.folded) == 0;
        for word in reading.rest.iter().filter(is_unused) {
            let completed = known.completions(&word.folded);
            let others = if completed.is_empty() { known.corrections(&word.folded) } else { completed };
            if !others.is_empty() {
                substitutes.insert(word.folded.clone(), others);
            }
        }
        Self(substitutes)
    }

    /// Returns the substitutes of a typed word, or the word itself.
    pub(crate) fn for_word<'b>(&'b self, word: &'b String) -> &'b [String] {
        self.0.get(word).map_or(std::slice::from_ref(word), Vec::as_slice)
    }
}

impl<'a> KnownWords<'a> {
    pub(crate) fn new(searcher: &'a Searcher, fields: &Fields, effort: &'a WorkBudget) -> Self {
        Self { searcher, words: fields.words, summary: fields.summary, names: fields.names, effort }
    }

    /// Returns the number of studies that have a word, at least in a name.
    pub(crate) fn studies_with(&self, word: &str) -> u64 {
        let in_field =
            |field| self.searcher.doc_freq(&Term::from_field_text(field, word)).unwrap_or_default();
        in_field(self.words).max(in_field(self.names))
    }

    /// Whether a word is only in the names of people, organizations, and sites.
    pub(crate) fn is_only_a_name(&self, word: &str) -> bool {
        let studies = |field| self.searcher.doc_freq(&Term::from_field_text(field, word)).unwrap_or_default();
        studies(self.names) > 0 && studies(self.words) == 0
    }

    /// Whether a study has the word, in its summary or elsewhere, or a completion or correction of it.
    pub(crate) fn has_match(&self, word: &str) -> bool {
        let in_summary = || {
            self.searcher
                .doc_freq(&Term::from_field_text(self.summary, word))
                .is_ok_and(|studies| studies > 0)
        };
        self.studies_with(word) > 0
            || in_summary()
            || !self.completions(word).is_empty()
            || !self.corrections(word).is_empty()
    }

    /// Returns the most frequent words that begin with `beginning`.
    pub(crate) fn completions(&self, beginning: &str) -> Vec<String> {
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
        self.effort.spend(1 + found.len() / WORDS_PER_STEP);
        commonest(found, MAX_COMPLETIONS)
    }

    /// Returns the corrections of a word that no study has with the fewest edits, most frequent first. The first letter
    /// must match, because typos there are rare.
    pub(crate) fn corrections(&self, word: &str) -> Vec<String> {
        let length = word.chars().count();
        let first = word.chars().next().filter(|first| first.is_alphabetic());
        let lengths = SHORTEST_CORRECTED..=MAX_CORRECTED_LENGTH;
        let Some(first) = first.filter(|_| lengths.contains(&length) && self.effort.is_left()) else {
            return Vec::new();
        };
        if word.chars().any(|c| c.is_ascii_digit()) {
            return Vec::new();
        }
        let most: u8 = if length <= SHORT { 1 } else { 2 };
        self.effort.spend(CORRECTION_STEPS[usize::from(most - 1)]);
        let Ok(automaton) =
            FuzzyTermQuery::new(Term::from_field_text(self.words, word), most, true).automaton()
        else {
            return Vec::new();
        };
        let typed = TypedWord::new(word);
        let beginning = first.to_string();
        let mut found: Vec<(usize, u64, String)> = Vec::new();
        for segment in self.searcher.segment_readers() {
            let Ok(inverted) = segment.inverted_index(self.words) else { continue };
            let Ok(mut words) = inverted.terms().search(&automaton).ge(&beginning).into_stream() else {
                continue;
            };
            while words.advance() {
                let Some(known) = str::from_utf8(words.key()).ok().filter(|known| known.starts_with(first))
                else {
                    break;
                };
                if let Some(edits) = typed.edits_to(known, usize::from(most)) {
                    found.push((edits, u64::from(words.value().doc_freq), known.to_owned()));
                }
            }
        }
        let fewest = found.iter().map(|(edits, ..)| *edits).min().unwrap_or_default();
        let nearest = found.into_iter().filter(|(edits, ..)| *edits == fewest);
        commonest(nearest.map(|(_, studies, word)| (studies, word)).collect(), MAX_CORRECTIONS)
    }
}

/// Returns the most frequent words, at most `most`.
fn commonest(mut found: Vec<(u64, String)>, most: usize) -> Vec<String> {
    found.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    found.into_iter().take(most).map(|(_, word)| word).collect()
}
