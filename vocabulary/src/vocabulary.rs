//! The vocabulary as the binary holds it.

use std::collections::HashMap;

use fst::Map;

use crate::{
    ConceptId,
    data::Data,
    rewriting::{Key, Rewriting},
    spelling::KnownWords,
};

pub(crate) static KEYS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/keys.fst"));
pub(crate) static DATA: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/data.bin"));

/// Concepts with their names.
#[derive(Debug)]
pub struct Vocabulary {
    pub(crate) data: Data<&'static str>,
    pub(crate) rewriting: Rewriting,
    pub(crate) known: KnownWords,
    keys: Option<Map<&'static [u8]>>,
    by_id: HashMap<&'static str, u16>,
    composed: Vec<(ConceptId, Vec<ConceptId>)>,
}

/// With which the ids of our own concepts begin. What is two others at once there is both together; a treatment is of
/// two classes.
const OWN: char = 'W';

impl Default for Vocabulary {
    /// The vocabulary of this build, unfolded.
    fn default() -> Self {
        let mut data: Data<&'static str> = postcard::from_bytes(DATA).unwrap_or_default();
        let keys = Map::new(KEYS).ok();
        let rewriting = Rewriting::new(&data.rules);
        let known = KnownWords::of(&mut data);
        let by_id = data.concepts.iter().zip(0..).map(|(concept, index)| (concept.id, index)).collect();
        let composed = composed(&data);
        Self { data, rewriting, known, keys, by_id, composed }
    }
}

fn composed(data: &Data<&'static str>) -> Vec<(ConceptId, Vec<ConceptId>)> {
    let own = (0..).zip(&data.concepts).filter(|(_, one)| one.id.starts_with(OWN));
    let parents = own.map(|(index, _)| (ConceptId(index), data.parents.of(usize::from(index))));
    let several = parents.filter(|(_, parents)| parents.len() > 1);
    several.map(|(concept, of)| (concept, of.iter().map(|of| ConceptId(*of)).collect())).collect()
}

impl Vocabulary {
    /// Every concept.
    pub fn concepts(&self) -> impl Iterator<Item = ConceptId> {
        (0..).zip(&self.data.concepts).map(|(index, _)| ConceptId(index))
    }

    /// The concept of an id, such as `D008175`.
    #[must_use]
    pub fn concept(&self, id: &str) -> Option<ConceptId> {
        self.by_id.get(id).map(|index| ConceptId(*index))
    }

    /// The id of a concept, which stays the same from build to build.
    #[must_use]
    pub fn id(&self, concept: ConceptId) -> &str {
        self.data.concepts[usize::from(concept.0)].id
    }

    /// What patients call a concept.
    #[must_use]
    pub fn label(&self, concept: ConceptId) -> &str {
        self.data.concepts[usize::from(concept.0)].label
    }

    /// Every name with what it names.
    pub fn names(&self) -> impl Iterator<Item = (&str, ConceptId)> {
        self.data.names.iter().map(|one| (one.text, ConceptId(one.concept)))
    }

    /// The concepts of which it is a kind.
    pub fn parents(&self, concept: ConceptId) -> impl Iterator<Item = ConceptId> {
        self.data.parents.of(usize::from(concept.0)).iter().map(|index| ConceptId(*index))
    }

    /// Every concept of which it is a kind, near ones and far ones.
    pub fn ancestors(&self, concept: ConceptId) -> impl Iterator<Item = ConceptId> {
        self.data.ancestors.of(usize::from(concept.0)).iter().map(|index| ConceptId(*index))
    }

    /// How many concepts are kinds of it, near ones and far ones.
    #[must_use]
    pub fn kinds(&self, concept: ConceptId) -> usize {
        usize::from(self.data.concepts[usize::from(concept.0)].kinds)
    }

    /// Whether a concept says more of another condition where it stands beside one: 'smoker' of COPD, 'stage 4' of a cancer.
    #[must_use]
    pub fn stands_beside(&self, concept: ConceptId) -> bool {
        self.data.concepts[usize::from(concept.0)].beside
    }

    /// The concepts that are two others together, each with these: vaccination against COVID-19 is both.
    pub fn composed(&self) -> impl Iterator<Item = (ConceptId, &[ConceptId])> {
        self.composed.iter().map(|(concept, of)| (*concept, of.as_slice()))
    }

    /// Whether a word, folded, stands in any name.
    #[must_use]
    pub fn knows(&self, word: &str) -> bool {
        self.known.has(word)
    }

    /// Whether some key may have this word: each word of a key is one of a name, or one that a rule says in its place.
    pub(crate) fn may_be_in_key(&self, word: &str) -> bool {
        self.known.has(word) || self.rewriting.says(word)
    }

    /// Whether a word, folded, says nothing of what a study is about: a number, a letter, or one of those
    /// that people put around what they look for.
    #[must_use]
    pub fn is_plain(&self, word: &str) -> bool {
        word.chars().count() < 2
            || word.chars().all(|c| c.is_ascii_digit())
            || self.data.plain.binary_search(&word).is_ok()
    }

    /// Whether a key names something only when it is written in capitals.
    pub(crate) fn is_in_capitals(&self, key: &Key) -> bool {
        self.data.capitals.binary_search(&key.written().as_str()).is_ok()
    }

    /// Whether a key is what people say of themselves, and something else in a record.
    pub(crate) fn is_only_spoken(&self, key: &Key) -> bool {
        self.data.spoken.binary_search(&key.written().as_str()).is_ok()
    }

    /// The concepts that a key means; none when nothing is called so.
    pub(crate) fn meaning(&self, key: &Key) -> &[u16] {
        self.place(key).map_or(&[], |place| self.data.meanings.of(place))
    }

    /// Whether a key is a word that says little beside others.
    pub(crate) fn is_weak(&self, key: &Key) -> bool {
        self.place(key).and_then(|place| self.data.weak.get(place)).is_some_and(|weak| *weak)
    }

    fn place(&self, key: &Key) -> Option<usize> {
        let found = self.keys.as_ref().and_then(|keys| keys.get(key.written()));
        found.and_then(|place| usize::try_from(place).ok())
    }
}

#[cfg(test)]
mod tests {
    use fst::Streamer;

    use super::*;

    #[test]
    fn each_word_of_a_key_is_one_that_a_key_may_have() {
        let vocabulary = Vocabulary::default();
        let keys = Map::new(KEYS).unwrap();
        let mut keys = keys.stream();
        while let Some((key, _)) = keys.next() {
            let key = str::from_utf8(key).unwrap();
            let words =
                key.strip_prefix("vi ").unwrap_or(key).split(' ').filter(|word| !word.starts_with('='));
            for word in words {
                assert!(vocabulary.may_be_in_key(word), "{word} of {key}");
            }
        }
    }
}
