//! What a study has to hold to be found, and how much each way of holding it counts.

use tantivy::Term;

/// What a study has to hold, and how much that counts.
#[derive(Debug, Clone)]
pub(crate) enum Wanted {
    /// A word or a concept of a field, for this much.
    Term(Term, f32),
    /// All of these; they count together.
    All(Vec<Wanted>),
    /// At least one of these; those that it holds count together.
    Any(Vec<Wanted>),
    /// At least one of these; the best of them counts, and of the others this share.
    Best(Vec<Wanted>, f32),
    /// Something that counts this much, however well it is held.
    Worth(Box<Wanted>, f32),
    /// Something, and beside it what need not be there and counts when it is.
    Beside(Box<Wanted>, Vec<Wanted>),
}
