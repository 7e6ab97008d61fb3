//! The vocabulary that is embedded in the program.

use std::collections::HashMap;

use fst::Map;

use crate::{
    ConceptId,
    data::{Data, NameSource},
    marker_concepts::{MarkerConcept, marker_concepts},
    markers::Markers,
    rewriting::{Key, Language, Rewriting},
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
    markers: Markers,
    by_markers: Vec<MarkerConcept>,
}

/// A name of a concept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConceptName<'a> {
    /// As written.
    pub text: &'a str,
    /// The concept that it names.
    pub concept: ConceptId,
    pub language: Language,
    pub source: NameSource,
}

/// The prefix of our own concept ids. Only these are composed of their parents; a treatment with two parents is in two
/// classes.
const OWN_PREFIX: char = 'W';

impl Default for Vocabulary {
    /// Loads the embedded vocabulary.
    fn default() -> Self {
        let mut data: Data<&'static str> = postcard::from_bytes(DATA).unwrap_or_default();
        let keys = Map::new(KEYS).ok();
        let rewriting = Rewriting::new(&data.rules);
        let known = KnownWords::new(&mut data);
        let by_id = data.concepts.iter().zip(0..).map(|(concept, index)| (concept.id, index)).collect();
        let composed = composed(&data);
        let (markers, by_markers) = (Markers::default(), Vec::new());
        let vocabulary = Self { data, rewriting, known, keys, by_id, composed, markers, by_markers };
        let by_markers = marker_concepts(|id| vocabulary.concept(id), vocabulary.markers());
        Self { by_markers, ..vocabulary }
    }
}

fn composed(data: &Data<&'static str>) -> Vec<(ConceptId, Vec<ConceptId>)> {
    let own = (0..).zip(&data.concepts).filter(|(_, one)| one.id.starts_with(OWN_PREFIX));
    let parents = own.map(|(index, _)| (ConceptId(index), data.parents.get(usize::from(index))));
    let several = parents.filter(|(_, parents)| parents.len() > 1);
    several
        .map(|(concept, parents)| (concept, parents.iter().map(|parent| ConceptId(*parent)).collect()))
        .collect()
}

impl Vocabulary {
    /// Returns the known biomarkers.
    #[must_use]
    pub fn markers(&self) -> &Markers {
        &self.markers
    }

    /// Returns all concepts.
    pub fn concepts(&self) -> impl Iterator<Item = ConceptId> {
        (0..).zip(&self.data.concepts).map(|(index, _)| ConceptId(index))
    }

    /// Returns the concept with this id, such as `D008175`.
    #[must_use]
    pub fn concept(&self, id: &str) -> Option<ConceptId> {
        self.by_id.get(id).map(|index| ConceptId(*index))
    }

    /// Returns the id of a concept, which stays the same from build to build.
    #[must_use]
    pub fn id(&self, concept: ConceptId) -> &str {
        self.data.concepts[usize::from(concept.0)].id
    }

    /// Returns what patients call a concept.
    #[must_use]
    pub fn label(&self, concept: ConceptId) -> &str {
        self.data.concepts[usize::from(concept.0)].label
    }

    /// Returns all names with their concepts.
    pub fn names(&self) -> impl Iterator<Item = (&str, ConceptId)> {
        self.concept_names().map(|name| (name.text, name.concept))
    }

    /// Returns all names with their languages and sources. Misspelled names are left out.
    pub fn concept_names(&self) -> impl Iterator<Item = ConceptName<'_>> {
        self.data.names.iter().map(|name| ConceptName {
            text: name.text,
            concept: ConceptId(name.concept),
            language: name.language,
            source: name.source,
        })
    }

    /// Returns the parents of a concept.
    pub fn parents(&self, concept: ConceptId) -> impl Iterator<Item = ConceptId> {
        self.data.parents.get(usize::from(concept.0)).iter().map(|index| ConceptId(*index))
    }

    /// Returns all ancestors of a concept.
    pub fn ancestors(&self, concept: ConceptId) -> impl Iterator<Item = ConceptId> {
        self.data.ancestors.get(usize::from(concept.0)).iter().map(|index| ConceptId(*index))
    }

    /// Returns the number of descendants of a concept.
    #[must_use]
    pub fn descendant_count(&self, concept: ConceptId) -> usize {
        usize::from(self.data.concepts[usize::from(concept.0)].kinds)
    }

    /// Whether a concept only qualifies another condition next to it: 'smoker' with COPD, 'stage 4' with a cancer.
    #[must_use]
    pub fn is_qualifier(&self, concept: ConceptId) -> bool {
        self.data.concepts[usize::from(concept.0)].beside
    }

    /// Returns concepts that combine two others, with these: COVID-19 vaccination combines vaccination and COVID-19.
    pub fn composed_concepts(&self) -> impl Iterator<Item = (ConceptId, &[ConceptId])> {
        self.composed.iter().map(|(concept, parents)| (*concept, parents.as_slice()))
    }

    /// Returns the concepts that a condition and the states of markers make up.
    #[must_use]
    pub fn marker_concepts(&self) -> &[MarkerConcept] {
        &self.by_markers
    }

    /// Whether any name has this folded word.
    #[must_use]
    pub fn knows(&self, word: &str) -> bool {
        self.known.has(word)
    }

    /// Whether any key may have this word: keys consist of words in names and words that rules produce.
    pub(crate) fn may_be_in_key(&self, word: &str) -> bool {
        self.known.has(word) || self.rewriting.produces(word)
    }

    /// Whether a folded word says nothing about a study's topic: a number, a letter, or a common word.
    #[must_use]
    pub fn is_plain(&self, word: &str) -> bool {
        word.chars().count() < 2
            || word.chars().all(|c| c.is_ascii_digit())
            || self.data.plain.binary_search(&word).is_ok()
    }

    /// Whether a key names something only in capitals.
    pub(crate) fn is_in_capitals(&self, key: &Key) -> bool {
        self.data.capitals.binary_search(&key.text().as_str()).is_ok()
    }

    /// Whether a key means something else in a study's record.
    pub(crate) fn differs_in_records(&self, key: &Key) -> bool {
        self.data.spoken.binary_search(&key.text().as_str()).is_ok()
    }

    /// Returns the concepts that a key means; empty if there is no such name.
    pub(crate) fn meaning(&self, key: &Key) -> &[u16] {
        self.place(key).map_or(&[], |place| self.data.meanings.get(place))
    }

    /// Whether a key is a word that says little next to others.
    pub(crate) fn is_weak(&self, key: &Key) -> bool {
        self.place(key).and_then(|place| self.data.weak.get(place)).is_some_and(|weak| *weak)
    }

    fn place(&self, key: &Key) -> Option<usize> {
        let found = self.keys.as_ref().and_then(|keys| keys.get(key.text()));
        found.and_then(|place| usize::try_from(place).ok())
    }
}

#[cfg(test)]
mod tests {
    use fst::Streamer;

    use super::*;

    #[test]
    fn every_word_of_every_key_may_be_in_a_key() {
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
