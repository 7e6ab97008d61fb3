//! An order of studies by condition.
//!
//! The results of a search are usually about related conditions. When those are adjacent in the index, a search reads
//! less of it.

use std::collections::{BTreeSet, HashMap};

use waypoint_vocabulary::{ConceptId, Vocabulary};

use crate::concept_sets::most_specific;

/// The position of each concept in an order where its descendants directly follow it.
pub(crate) struct ConceptOrder(HashMap<ConceptId, u16>);

impl ConceptOrder {
    pub(crate) fn new(vocabulary: &Vocabulary) -> Self {
        let mut kinds: HashMap<Option<ConceptId>, Vec<ConceptId>> = HashMap::new();
        for concept in vocabulary.concepts() {
            kinds.entry(vocabulary.parents(concept).next()).or_default().push(concept);
        }
        let mut places = HashMap::new();
        let mut waiting = vec![None];
        while let Some(concept) = waiting.pop() {
            if let Some(concept) = concept {
                places.insert(concept, u16::try_from(places.len()).unwrap_or(u16::MAX));
            }
            waiting.extend(kinds.remove(&concept).into_iter().flatten().map(Some));
        }
        Self(places)
    }

    /// Returns the sort key of a study about these concepts. Studies without concepts sort last.
    pub(crate) fn sort_key(&self, about: &BTreeSet<ConceptId>, vocabulary: &Vocabulary) -> u16 {
        let exact = most_specific(about, vocabulary);
        exact.iter().filter_map(|concept| self.0.get(concept)).min().copied().unwrap_or(u16::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the first parent of a concept, that parent's first parent, and so on.
    fn first_ancestors(concept: ConceptId, vocabulary: &Vocabulary) -> impl Iterator<Item = ConceptId> {
        std::iter::successors(Some(concept), |concept| vocabulary.parents(*concept).next()).skip(1)
    }

    #[test]
    fn descendants_directly_follow_their_ancestor() {
        let vocabulary = Vocabulary::default();
        let ConceptOrder(places) = ConceptOrder::new(&vocabulary);
        let mut kinds: HashMap<ConceptId, u16> = HashMap::new();
        for above in vocabulary.concepts().flat_map(|concept| first_ancestors(concept, &vocabulary)) {
            *kinds.entry(above).or_default() += 1;
        }
        for concept in vocabulary.concepts() {
            for above in first_ancestors(concept, &vocabulary) {
                let behind = places[&concept] - places[&above];
                assert!((1..=kinds[&above]).contains(&behind), "{concept:?} is {behind} behind {above:?}");
            }
        }
    }

    #[test]
    fn study_sorts_by_its_most_specific_condition() {
        let vocabulary = Vocabulary::default();
        let kinship = ConceptOrder::new(&vocabulary);
        let place = |names: &[&str]| {
            let about = names.iter().flat_map(|name| vocabulary.read_exactly(name)).collect();
            kinship.sort_key(&about, &vocabulary)
        };
        assert_eq!(place(&["Lung Diseases", "Asthma"]), place(&["Asthma"]));
        assert_ne!(place(&["Lung Diseases"]), place(&["Asthma"]));
        assert_eq!(place(&["nothing that is known"]), u16::MAX);
    }

    #[test]
    fn every_concept_has_a_distinct_position() {
        let vocabulary = Vocabulary::default();
        let ConceptOrder(places) = ConceptOrder::new(&vocabulary);
        let different: BTreeSet<u16> = places.values().copied().collect();
        assert_eq!([places.len(), different.len()], [vocabulary.concepts().count(); 2]);
    }
}
