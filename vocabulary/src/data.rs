//! What is made of the files of names when the crate is built.

use serde::{Deserialize, Serialize};

use crate::rewriting::Rule;

/// Everything but the keys, which are in a map of their own.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Data {
    pub(crate) concepts: Vec<ConceptData>,
    pub(crate) rules: Vec<Rule>,
    /// The concepts that each key of the map can mean.
    pub(crate) meanings: Vec<Vec<u16>>,
    /// Keys of a single word that all of their names write in capitals, in the order of the alphabet.
    pub(crate) capitals: Vec<String>,
    /// Words of keys in the order of the alphabet, with how many names have them.
    pub(crate) words: Vec<(String, u32)>,
    /// Words that people type and that name nothing, in the order of the alphabet.
    pub(crate) plain: Vec<String>,
    /// Names as they are written, each with its concept, for suggestions.
    pub(crate) names: Vec<(String, u16)>,
}

/// A concept.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct ConceptData {
    pub(crate) id: String,
    /// As patients call it.
    pub(crate) label: String,
    /// The concepts of which it is a kind.
    pub(crate) parents: Vec<u16>,
    /// Every concept above it, its parents too.
    pub(crate) ancestors: Vec<u16>,
}
