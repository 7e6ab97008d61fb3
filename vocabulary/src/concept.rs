//! A concept of the vocabulary.

/// A concept: its place in the vocabulary of this build. What is kept longer than a run keeps the
/// concept's id instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConceptId(pub(crate) u16);
