//! The names of concepts that only partner studies are about which were added after the index was built.

use std::{
    collections::{BTreeMap, HashMap},
    io,
    sync::{Arc, Mutex, PoisonError},
};

use waypoint_gazetteer::Gazetteer;
use waypoint_vocabulary::{ConceptId, ConceptName, Vocabulary};

use super::{choosing::new_concept, names_file::NamesFile, suggested_concept::SuggestedConcept};
use crate::partner::PartnerStudies;

/// The concepts of partner studies, with their names where the names file doesn't have them. Each is chosen once, so the work
/// after a change depends on its new concepts.
#[derive(Default)]
pub(crate) struct NewNames(Mutex<HashMap<ConceptId, Option<Arc<SuggestedConcept<'static>>>>>);

impl NewNames {
    /// Returns the concepts of partner studies that the names file doesn't have.
    pub(crate) fn of(
        &self,
        partners: &PartnerStudies,
        file: &NamesFile,
        vocabulary: &Vocabulary,
        gazetteer: &Gazetteer,
    ) -> io::Result<Vec<Arc<SuggestedConcept<'static>>>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let unknown: Vec<ConceptId> =
            partners.joinable_concepts().filter(|concept| !known.contains_key(concept)).collect();
        let mut missing: BTreeMap<ConceptId, Vec<ConceptName>> = BTreeMap::new();
        for concept in unknown {
            if file.concept(vocabulary.id(concept))?.is_some() {
                known.insert(concept, None);
            } else {
                missing.insert(concept, Vec::new());
            }
        }
        if !missing.is_empty() {
            for name in vocabulary.concept_names() {
                if let Some(names) = missing.get_mut(&name.concept) {
                    names.push(name);
                }
            }
        }
        for (concept, names) in missing {
            let new = new_concept(concept, &names, vocabulary, gazetteer);
            known.insert(concept, new.map(|new| Arc::new(new.into_owned())));
        }
        Ok(known.values().flatten().cloned().collect())
    }
}
