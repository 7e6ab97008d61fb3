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
    /// Which of these are single words that are left of a name without the ones that it can do without, such as
    /// `breast` of breast diseases.
    pub(crate) weak: Vec<bool>,
    /// Keys of a single word that all of their names write in capitals, in the order of the alphabet.
    pub(crate) capitals: Vec<String>,
    /// Keys that mean in a record something else than what people mean who say so of themselves, in the order of the alphabet.
    pub(crate) spoken: Vec<String>,
    /// Words of keys in the order of the alphabet, with how many names have them.
    pub(crate) words: Vec<(String, u32)>,
    /// Words that people type and that name nothing, in the order of the alphabet.
    pub(crate) plain: Vec<String>,
    /// Names to suggest.
    pub(crate) names: Vec<NameData>,
    /// Their words in the order of the alphabet.
    pub(crate) words_of_names: Vec<WordOfNames>,
}

/// A name to suggest.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct NameData {
    /// As it is written.
    pub(crate) text: String,
    pub(crate) concept: u16,
    /// How many words it has.
    pub(crate) words: u8,
}

/// A folded word with the names in which it stands.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct WordOfNames {
    pub(crate) word: String,
    pub(crate) stands: Vec<Stands>,
}

/// A place in a name.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Stands {
    /// The name's place among all.
    pub(crate) name: u32,
    /// The word's place in the name.
    pub(crate) place: u8,
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
    /// How many concepts are kinds of it.
    pub(crate) kinds: u16,
    /// Whether it says more of another condition where it stands beside one.
    pub(crate) beside: bool,
}
