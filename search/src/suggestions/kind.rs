//! What a concept is to a visitor who types a condition.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use waypoint_vocabulary::{ConceptId, Vocabulary};

/// The ids of concepts with a kind that doesn't follow from the vocabulary.
const KINDS: &str = include_str!("../../data/concept_kinds.tsv");
/// The ids of topics that a visitor may choose although they are no disease, such as pregnancy.
const TOPICS: &str = include_str!("topics.tsv");

static LISTED: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let rows = KINDS.lines().skip(1).filter_map(|line| {
        let [id, _, kind] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        Some((id, kind))
    });
    rows.collect()
});

static LISTED_TOPICS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let rows = TOPICS.lines().skip(1);
    rows.filter_map(|line| line.split_once('\t')).map(|(id, _)| id).collect()
});

/// What a concept is to a visitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A disease, an injury, or a symptom.
    Condition,
    Treatment,
    /// A state or wish that a visitor may look for.
    Topic,
}

impl Kind {
    /// Returns the kind of a concept, or `None` if a visitor doesn't look for it, as for a placebo. Ids that begin with D
    /// are diseases, with T treatments and tests, and with W our own topics.
    pub(super) fn of(concept: ConceptId, vocabulary: &Vocabulary) -> Option<Self> {
        let id = vocabulary.id(concept);
        if LISTED_TOPICS.contains(id) {
            return Some(Self::Topic);
        }
        let listed = |concept| LISTED.get(vocabulary.id(concept)).copied();
        let is_disease = |above| vocabulary.id(above).starts_with('D');
        match listed(concept) {
            Some("condition" | "symptom") => Some(Self::Condition),
            Some("treatment") => Some(Self::Treatment),
            None if id.starts_with('T') => {
                let is_test = vocabulary.ancestors(concept).any(|above| listed(above) == Some("neither"));
                (!is_test).then_some(Self::Treatment)
            }
            None if vocabulary.is_qualifier(concept) => None,
            None if is_disease(concept) || vocabulary.ancestors(concept).any(is_disease) => {
                Some(Self::Condition)
            }
            Some(_) | None => None,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;

    #[test]
    fn each_concept_is_a_condition_treatment_topic_or_never_suggested() {
        let vocabulary = Vocabulary::default();
        let kind = |name: &str| Kind::of(*vocabulary.read_exactly(name).first().unwrap(), &vocabulary);
        assert_eq!(kind("Diabetes"), Some(Kind::Condition));
        assert_eq!(kind("Chest Pain"), Some(Kind::Condition));
        assert_eq!(kind("Diabetes Medicine"), Some(Kind::Treatment));
        assert_eq!(kind("Knee Replacement"), Some(Kind::Treatment));
        assert_eq!(kind("Pregnancy"), Some(Kind::Topic));
        for name in ["Surveys and Interviews", "Criminal Justice Involvement", "School Readiness and Reading"]
        {
            assert_eq!(kind(name), None, "{name}");
        }
    }

    #[test]
    fn each_topic_is_a_concept_with_this_name() {
        let vocabulary = Vocabulary::default();
        for (id, name) in TOPICS.lines().skip(1).map(|line| line.split_once('\t').unwrap()) {
            assert_eq!(vocabulary.concept(id).map(|concept| vocabulary.label(concept)), Some(name));
        }
    }
}
