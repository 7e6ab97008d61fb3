//! How many studies that take people now are about each concept.

use std::{collections::BTreeMap, fs, io, path::Path};

use waypoint_vocabulary::{ConceptId, Vocabulary};

/// The file of an index that holds the numbers, by the ids of the concepts.
const FILE: &str = "recruiting.json";

/// How many studies that take people now are about each concept or a kind of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recruiting(BTreeMap<ConceptId, u32>);

impl Recruiting {
    /// How many there are for a concept.
    #[must_use]
    pub fn studies(&self, concept: ConceptId) -> u32 {
        self.0.get(&concept).copied().unwrap_or_default()
    }

    /// Counts a study that is about these concepts.
    pub(crate) fn count(&mut self, concepts: impl IntoIterator<Item = ConceptId>) {
        for concept in concepts {
            *self.0.entry(concept).or_default() += 1;
        }
    }

    pub(crate) fn write(&self, folder: &Path, vocabulary: &Vocabulary) -> io::Result<()> {
        let by_id: BTreeMap<&str, u32> =
            self.0.iter().map(|(concept, studies)| (vocabulary.id(*concept), *studies)).collect();
        fs::write(folder.join(FILE), serde_json::to_vec(&by_id)?)
    }

    pub(crate) fn read(folder: &Path, vocabulary: &Vocabulary) -> io::Result<Self> {
        let by_id: BTreeMap<String, u32> = serde_json::from_slice(&fs::read(folder.join(FILE))?)?;
        let known = |(id, studies): (String, u32)| Some((vocabulary.concept(&id)?, studies));
        Ok(Self(by_id.into_iter().filter_map(known).collect()))
    }
}
