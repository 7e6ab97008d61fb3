//! A concept of the vocabulary.

/// A concept, as its index in this build's vocabulary. Store the concept's string id instead, which is stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConceptId(pub(crate) u16);
