//! Which studies are of a kind.
//!
//! Whoever searches finds studies of a kind. Where these lie beside each other in the index, little of it has to be read.

use std::collections::{BTreeSet, HashMap};

use waypoint_vocabulary::{ConceptId, Vocabulary};

use crate::document::most_exact;

/// The concepts of a vocabulary in an order in which each has its kinds behind it.
pub(crate) struct Kinship(HashMap<ConceptId, u16>);

impl Kinship {
    pub(crate) fn of(vocabulary: &Vocabulary) -> Self {
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

    /// Where a study stands that is about these concepts; one about none stands behind all others.
    pub(crate) fn place(&self, about: &BTreeSet<ConceptId>, vocabulary: &Vocabulary) -> u16 {
        let exact = most_exact(about, vocabulary);
        exact.iter().filter_map(|concept| self.0.get(concept)).min().copied().unwrap_or(u16::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a concept is first of all a kind of, and what that is, and so on.
    fn line(concept: ConceptId, vocabulary: &Vocabulary) -> impl Iterator<Item = ConceptId> {
        std::iter::successors(Some(concept), |concept| vocabulary.parents(*concept).next()).skip(1)
    }

    #[test]
    fn whatever_is_of_a_kind_stands_together_behind_it() {
        let vocabulary = Vocabulary::default();
        let Kinship(places) = Kinship::of(&vocabulary);
        let mut kinds: HashMap<ConceptId, u16> = HashMap::new();
        for above in vocabulary.concepts().flat_map(|concept| line(concept, &vocabulary)) {
            *kinds.entry(above).or_default() += 1;
        }
        for concept in vocabulary.concepts() {
            for above in line(concept, &vocabulary) {
                let behind = places[&concept] - places[&above];
                assert!(
                    (1..=kinds[&above]).contains(&behind),
                    "{concept:?} stands {behind} behind {above:?}"
                );
            }
        }
    }

    #[test]
    fn a_study_stands_where_its_most_exact_condition_does() {
        let vocabulary = Vocabulary::default();
        let kinship = Kinship::of(&vocabulary);
        let place = |names: &[&str]| {
            let about = names.iter().flat_map(|name| vocabulary.read_exactly(name)).collect();
            kinship.place(&about, &vocabulary)
        };
        assert_eq!(place(&["Lung Diseases", "Asthma"]), place(&["Asthma"]));
        assert_ne!(place(&["Lung Diseases"]), place(&["Asthma"]));
        assert_eq!(place(&["nothing that is known"]), u16::MAX);
    }

    #[test]
    fn every_concept_has_a_place_of_its_own() {
        let vocabulary = Vocabulary::default();
        let Kinship(places) = Kinship::of(&vocabulary);
        let different: BTreeSet<u16> = places.values().copied().collect();
        assert_eq!([places.len(), different.len()], [vocabulary.concepts().count(); 2]);
    }
}
