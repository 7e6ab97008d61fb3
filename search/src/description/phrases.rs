//! Phrases of a table with two columns, the words and their role.

use waypoint_text::Table;
use waypoint_vocabulary::fold::{Word, words};

/// The phrases of one role, folded.
pub(super) struct Phrases(Vec<Vec<String>>);

impl Phrases {
    /// Returns the phrases of a table that have a role.
    pub(super) fn with_role(table: Table<2>, role: &str) -> Self {
        let rows = table.rows().filter(|[_, of]| *of == role);
        Self(rows.map(|[phrase, _]| words(phrase).into_iter().map(|word| word.folded).collect()).collect())
    }

    /// Returns the number of words of the longest phrase that begins at a word.
    pub(super) fn length_at(&self, words: &[Word], at: usize) -> Option<usize> {
        let is_here = |phrase: &&Vec<String>| {
            let here = words.get(at..at + phrase.len());
            here.is_some_and(|here| here.iter().map(|word| &word.folded).eq(phrase.iter()))
        };
        self.0.iter().filter(is_here).map(Vec::len).max()
    }

    /// Whether a folded word is one of the phrases.
    pub(super) fn have_word(&self, word: &str) -> bool {
        self.0.iter().any(|phrase| phrase == &[word])
    }

    /// Whether one of the phrases begins at a word.
    pub(super) fn are_at(&self, words: &[Word], at: usize) -> bool {
        self.length_at(words, at).is_some()
    }
}
