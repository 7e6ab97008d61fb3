//! The index terms a study must have, and their weights.

use tantivy::Term;

use crate::mention::Weights;

/// A search as index terms: required parts and optional clauses.
#[derive(Debug, Clone)]
pub(crate) struct IndexQuery {
    /// The parts of the search text.
    pub(crate) parts: Vec<Part>,
    /// Whether a study must match every part; otherwise one is enough. The scores of matching parts add up.
    pub(crate) requires_all: bool,
    /// Optional clauses that only add to the score.
    pub(crate) boosts: Vec<Clause>,
}

/// The clauses of a part: a study must match one of them. The best counts fully, the others count a share.
pub(crate) type Part = Vec<Clause>;

/// Words that a study must have together, each as any of its alternatives, or one concept.
#[derive(Debug, Clone)]
pub(crate) struct Clause {
    /// The alternatives for each word. All terms belong to the same field.
    pub(crate) words: Vec<Vec<Term>>,
    /// The weights of the ways in which the study has all words.
    pub(crate) weights: Weights,
}

impl Clause {
    /// Returns a clause for one concept or word.
    pub(crate) fn one(term: Term, weights: Weights) -> Self {
        Self { words: vec![vec![term]], weights }
    }
}
