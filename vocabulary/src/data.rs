//! The data that the build script compiles from the files of names.

use serde::{Deserialize, Serialize};

use crate::{
    lists::Lists,
    rewriting::{Language, Rule},
};

/// Everything except the keys, which are in a map of their own. `S` is an owned string in the build script, and a static
/// one at run time.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Data<S> {
    pub(crate) concepts: Vec<ConceptData<S>>,
    /// The parents of each concept.
    pub(crate) parents: Lists<u16>,
    /// All ancestors of each concept.
    pub(crate) ancestors: Lists<u16>,
    pub(crate) rules: Vec<Rule<S>>,
    /// The concepts that each key can mean.
    pub(crate) meanings: Lists<u16>,
    /// For each key, whether it is the single word that remains of a longer name without its dispensable words, such as
    /// `breast` of breast diseases.
    pub(crate) weak: Vec<bool>,
    /// Single-word keys that all their names write in capitals, sorted.
    pub(crate) capitals: Vec<S>,
    /// Keys that mean something else in a study's record, sorted.
    pub(crate) spoken: Vec<S>,
    /// The words of keys, sorted, with the number of names that have them.
    pub(crate) words: Vec<(S, u32)>,
    /// The sounds of these words, sorted, with the position of each word. Short words are left out.
    pub(crate) sounds: Vec<(S, u32)>,
    /// Common words that name nothing, sorted.
    pub(crate) plain: Vec<S>,
    /// The names of concepts, without misspelled ones, sorted.
    pub(crate) names: Vec<NameData<S>>,
}

/// A name of a concept.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct NameData<S> {
    /// As written.
    pub(crate) text: S,
    pub(crate) concept: u16,
    pub(crate) language: Language,
    pub(crate) source: NameSource,
}

/// Where a name is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum NameSource {
    /// The name to show in its language.
    Label,
    /// The preferred name in `MeSH`.
    Heading,
    /// An entry term of `MeSH`.
    EntryTerm,
    /// What people type.
    Lay,
}

/// A concept, as the build script writes it.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct ConceptData<S> {
    pub(crate) id: S,
    /// What patients call it.
    pub(crate) label: S,
    /// The number of descendants.
    pub(crate) kinds: u16,
    /// Whether it only qualifies another condition next to it.
    pub(crate) beside: bool,
}
