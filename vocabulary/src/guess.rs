//! A typed word and what it may be a typo of.

use std::ops::Range;

use crate::{
    fold::Word,
    negating_prefix::{NON, turns_around},
    spelling::Correction,
};

/// A word that studies use is a typo of a similar word only if that one is in this many times as many studies.
const FREQUENCY_FACTOR: u64 = 50;

/// A word with its possible corrections.
#[derive(Debug, Clone)]
pub(crate) struct Guess {
    pub(crate) typed: Word,
    /// The word as written.
    pub(crate) written: String,
    pub(crate) known: bool,
    /// Whether it is never corrected.
    pub(crate) fixed: bool,
    pub(crate) corrections: Vec<Correction>,
}

impl Guess {
    /// Returns the word as typed and the words of its corrections, folded.
    pub(crate) fn possible_words(&self) -> impl Iterator<Item = &String> {
        let corrected = self.corrections.iter().flat_map(|correction| &correction.words);
        std::iter::once(&self.typed.folded).chain(corrected)
    }

    /// Returns the spans of a correction's words. Each of two words that were written together spans its own letters.
    pub(crate) fn spans(&self, correction: &Correction) -> Vec<Range<usize>> {
        let Range { start, end } = self.typed.span;
        let first = correction.words.first().filter(|_| correction.words.len() > 1);
        let letters = first.map_or(usize::MAX, |first| first.chars().count());
        let between = self.written.char_indices().nth(letters).map_or(end, |(at, _)| start + at);
        [start..between, between..end].into_iter().take(correction.words.len()).collect()
    }

    /// Keeps only likely corrections: for a word that studies use, only far more frequent words.
    pub(crate) fn keep_likely(&mut self, studies_with: &dyn Fn(&str) -> u64) {
        let used = if self.corrections.is_empty() { 0 } else { studies_with(&self.typed.folded) };
        let is_likely = |word: &String| used == 0 || studies_with(word) > FREQUENCY_FACTOR * used;
        self.corrections.retain(|correction| correction.words.iter().all(is_likely));
        let letters = self.written.chars().count();
        self.corrections
            .retain(|correction| correction.words.len() < 2 || correction.words[0].chars().count() < letters);
        self.corrections.retain(|correction| match correction.words.as_slice() {
            [word] => !turns_around(&self.typed.folded, word),
            _ => true,
        });
    }

    /// Returns where the negating word is that a correction separates from the rest, if it does.
    pub(crate) fn negating_span(&self, correction: &Correction) -> Option<Range<usize>> {
        let is_negated = correction.words.len() > 1 && correction.words[0] == NON;
        is_negated.then(|| self.spans(correction).swap_remove(0))
    }
}
