//! What is made of the files of names when the crate is built.

use serde::{Deserialize, Serialize};

use crate::{lists::Lists, rewriting::Rule};

/// Everything but the keys, which are in a map of their own. Texts are owned when it is made, and stay in the program where
/// it is used.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Data<S> {
    pub(crate) concepts: Vec<ConceptData<S>>,
    /// The concepts of which each concept is a kind.
    pub(crate) parents: Lists<u16>,
    /// Every concept above each concept, its parents too.
    pub(crate) ancestors: Lists<u16>,
    pub(crate) rules: Vec<Rule<S>>,
    /// The concepts that each key of the map can mean.
    pub(crate) meanings: Lists<u16>,
    /// Which of these are single words that are left of a name without the ones that it can do without, such as
    /// `breast` of breast diseases.
    pub(crate) weak: Vec<bool>,
    /// Keys of a single word that all of their names write in capitals, in the order of the alphabet.
    pub(crate) capitals: Vec<S>,
    /// Keys that mean in a record something else than what people mean who say so of themselves, in the order of the alphabet.
    pub(crate) spoken: Vec<S>,
    /// Words of keys in the order of the alphabet, with how many names have them.
    pub(crate) words: Vec<(S, u32)>,
    /// How these words sound, in the order of the alphabet, with their places among them; short words are left out.
    pub(crate) sounds: Vec<(S, u32)>,
    /// Words that people type and that name nothing, in the order of the alphabet.
    pub(crate) plain: Vec<S>,
    /// Names to suggest.
    pub(crate) names: Vec<NameData<S>>,
    /// Their words, folded, in the order of the alphabet.
    pub(crate) words_of_names: Vec<S>,
    /// Where each of these stands.
    pub(crate) stands: Lists<Stands>,
}

/// A name to suggest.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct NameData<S> {
    /// As it is written.
    pub(crate) text: S,
    pub(crate) concept: u16,
    /// How many words it has.
    pub(crate) words: u8,
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
pub(crate) struct ConceptData<S> {
    pub(crate) id: S,
    /// As patients call it.
    pub(crate) label: S,
    /// How many concepts are kinds of it.
    pub(crate) kinds: u16,
    /// Whether it says more of another condition where it stands beside one.
    pub(crate) beside: bool,
}
