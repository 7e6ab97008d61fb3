//! What a study has to hold to be found, and how much each way of holding it counts.

use tantivy::Term;

use crate::ways::Worths;

/// What a study has to be about, part by part, and how much that counts.
#[derive(Debug, Clone)]
pub(crate) struct Wanted {
    /// The parts of the search.
    pub(crate) parts: Vec<Part>,
    /// Whether a study has to be about every part; about one, otherwise. The parts that it is about count together.
    pub(crate) every: bool,
    /// What need not be there, and counts where it is.
    pub(crate) beside: Vec<Held>,
}

/// A part of a search: what a study has to hold one of. The best of them counts, and a share of the others.
pub(crate) type Part = Vec<Held>;

/// Words that a study has to hold together, each of them as one of several that stand for it, or one concept.
#[derive(Debug, Clone)]
pub(crate) struct Held {
    /// The terms that stand for each word; terms of one field.
    pub(crate) words: Vec<Vec<Term>>,
    /// How much the ways count in which all words are held.
    pub(crate) worths: Worths,
}

impl Held {
    /// One concept or word.
    pub(crate) fn one(term: Term, worths: Worths) -> Self {
        Self { words: vec![vec![term]], worths }
    }
}
