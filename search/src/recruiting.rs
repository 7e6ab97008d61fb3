//! The number of recruiting studies per concept.

use std::{collections::BTreeMap, fs, io, path::Path};

use waypoint_vocabulary::{ConceptId, Vocabulary};

/// The index file of these numbers, keyed by concept id.
const FILE: &str = "recruiting.json";

/// How many recruiting studies are about each concept or a descendant of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recruiting(BTreeMap<ConceptId, u32>);

impl Recruiting {
    /// Returns the number of recruiting studies about a concept.
    #[must_use]
    pub fn studies(&self, concept: ConceptId) -> u32 {
        self.0.get(&concept).copied().unwrap_or_default()
    }

    /// Counts a study about these concepts.
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
