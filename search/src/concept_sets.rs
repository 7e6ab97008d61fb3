//! Sets of concepts: with broader ones, with those that others make up, and without broader ones.

use std::collections::BTreeSet;

use waypoint_vocabulary::{ConceptId, Vocabulary};

use crate::study_markers::StudyMarkers;

/// Returns the most specific concepts: of asthma and lung diseases, only asthma.
pub(crate) fn most_specific(concepts: &BTreeSet<ConceptId>, vocabulary: &Vocabulary) -> BTreeSet<ConceptId> {
    let above: BTreeSet<ConceptId> =
        concepts.iter().flat_map(|concept| vocabulary.ancestors(*concept)).collect();
    concepts.difference(&above).copied().collect()
}

/// Returns the concepts and all their ancestors.
pub(crate) fn with_ancestors(concepts: &BTreeSet<ConceptId>, vocabulary: &Vocabulary) -> BTreeSet<ConceptId> {
    let above = concepts.iter().flat_map(|concept| vocabulary.ancestors(*concept));
    above.chain(concepts.iter().copied()).collect()
}

/// Returns the concepts and their direct parents.
pub(crate) fn with_parents(concepts: &BTreeSet<ConceptId>, vocabulary: &Vocabulary) -> BTreeSet<ConceptId> {
    let parents = concepts.iter().flat_map(|concept| vocabulary.parents(*concept));
    parents.chain(concepts.iter().copied()).collect()
}

/// Returns the concepts that a study names, and those that these make up with its conditions and markers. A marker that a
/// study requires may be only in its criteria.
pub(crate) fn named_or_made_up(
    mut named: BTreeSet<ConceptId>,
    about: &BTreeSet<ConceptId>,
    markers: &StudyMarkers,
    vocabulary: &Vocabulary,
) -> BTreeSet<ConceptId> {
    let present =
        |named: &BTreeSet<ConceptId>| with_ancestors(&named.union(about).copied().collect(), vocabulary);
    let of_condition = present(&named);
    named.extend(markers.concepts(|concept| of_condition.contains(&concept), vocabulary));
    // A composed concept is named where all of its components are.
    let present = present(&named);
    let is_complete = |components: &[ConceptId]| components.iter().all(|concept| present.contains(concept));
    let composed = vocabulary.composed_concepts().filter(|(_, components)| is_complete(components));
    named.extend(composed.map(|(concept, _)| concept));
    named
}
