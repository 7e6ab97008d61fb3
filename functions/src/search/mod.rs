//! Finding registry studies: an index that is built beside the old one, written as one file and
//! opened as a whole. What is behind [`RegistryIndex`] may become cleverer; its callers only know
//! a query and the studies that answer it, best first.

mod index;
mod words;

pub use index::{IndexError, IndexQuery, RegistryIndex};
