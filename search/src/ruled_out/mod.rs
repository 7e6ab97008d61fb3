//! The conditions of people who can't join a study: those that its exclusion criteria name as a whole, and those that its
//! titles or inclusion criteria deny, as in 'HIV negative'.
//!
//! - [`lines`]: reads a line as a list of conditions
//! - [`roles`]: what the words beside the conditions say
//!
//! A study is for people with the conditions that it is about, whatever its criteria say: they may list one for each group.

mod lines;
mod roles;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use waypoint_vocabulary::{ConceptId, Reading, Vocabulary};

use self::lines::{Naming, conditions};
use crate::{concept_kind::ConceptKind, concept_sets::with_ancestors, study_texts::StudyTexts};

/// Concepts with more descendants than this are categories. A study that excludes people with skin diseases may still
/// take those with acne.
const CATEGORY: usize = 100;

/// Returns the conditions of people who can't join a study that is about these concepts.
pub(crate) fn ruled_out(
    texts: &StudyTexts,
    about: &BTreeSet<ConceptId>,
    vocabulary: &Vocabulary,
) -> BTreeSet<ConceptId> {
    let mut out = BTreeSet::new();
    for line in &texts.criteria.exclusion {
        let named = conditions(&line.text, vocabulary);
        // 'Diabetes without complications' excludes not all people with diabetes.
        if named.iter().all(|(_, naming)| *naming != Naming::Denied) {
            out.extend(of_kind(&named, |naming| naming == Naming::Whole));
        }
    }
    let mut admitted = about.clone();
    let criteria = texts.criteria.inclusion.iter().chain(&texts.criteria.general);
    let mut denied_in_titles = BTreeSet::new();
    for line in criteria {
        let named = conditions(&line.text, vocabulary);
        out.extend(of_kind(&named, |naming| naming == Naming::Denied));
        admitted.extend(of_kind(&named, |naming| naming != Naming::Denied));
    }
    for title in &texts.titles {
        denied_in_titles.extend(of_kind(&conditions(title, vocabulary), |naming| naming == Naming::Denied));
    }
    if out.is_empty() && denied_in_titles.is_empty() {
        return BTreeSet::new();
    }
    let in_titles = texts.titles.iter().flat_map(|title| vocabulary.read_exactly(title));
    admitted.extend(in_titles.filter(|concept| !is_ruled_out(*concept, &denied_in_titles, vocabulary)));
    let admitted = with_ancestors(&admitted, vocabulary);
    out.extend(denied_in_titles);
    out.difference(&admitted).copied().collect()
}

fn of_kind(
    named: &[(ConceptId, Naming)],
    is_kind: impl Fn(Naming) -> bool,
) -> impl Iterator<Item = ConceptId> {
    named.iter().filter(move |(_, naming)| is_kind(*naming)).map(|(concept, _)| *concept)
}

/// Whether people with a condition are among those with one of these.
pub(crate) fn is_ruled_out(concept: ConceptId, out: &BTreeSet<ConceptId>, vocabulary: &Vocabulary) -> bool {
    !out.is_empty() && ruling_out(concept, vocabulary).any(|wider| out.contains(&wider))
}

/// Returns the conditions that rule out all people with a condition. Prevention of a condition is none.
pub(crate) fn ruling_out(concept: ConceptId, vocabulary: &Vocabulary) -> impl Iterator<Item = ConceptId> {
    let is_condition = ConceptKind::of(concept, vocabulary) == ConceptKind::Condition;
    let wider = vocabulary.ancestors(concept).filter(|wider| vocabulary.descendant_count(*wider) <= CATEGORY);
    wider.chain([concept]).filter(move |_| is_condition)
}

/// Whether a study doesn't admit people with a condition that a text searches for. Of alternatives, one that it admits is
/// enough.
pub(crate) fn rules_out(out: &BTreeSet<ConceptId>, reading: &Reading, vocabulary: &Vocabulary) -> bool {
    reading.choices().any(|parts| {
        let mut concepts = parts.iter().flat_map(|part| &part.concepts);
        concepts.all(|concept| is_ruled_out(*concept, out, vocabulary))
    })
}
