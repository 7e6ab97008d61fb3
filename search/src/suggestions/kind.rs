//! What a concept is to a visitor who types a condition.

use std::{collections::HashSet, sync::LazyLock};

use waypoint_text::{Table, table};
use waypoint_vocabulary::{ConceptId, Vocabulary};

use crate::concept_kind::ConceptKind;

/// The ids of topics that a visitor may choose although they are no disease, such as pregnancy.
const TOPICS: Table<2> = table!("topics.tsv", ["id", "name"]);

static LISTED_TOPICS: LazyLock<HashSet<&str>> = LazyLock::new(|| TOPICS.rows().map(|[id, _]| id).collect());

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
    /// Returns the kind of a concept, or `None` if a visitor doesn't look for it, as for a placebo.
    pub(super) fn of(concept: ConceptId, vocabulary: &Vocabulary) -> Option<Self> {
        let id = vocabulary.id(concept);
        if LISTED_TOPICS.contains(id) {
            return Some(Self::Topic);
        }
        match ConceptKind::of(concept, vocabulary) {
            ConceptKind::Condition | ConceptKind::Symptom => Some(Self::Condition),
            ConceptKind::Treatment => Some(Self::Treatment),
            ConceptKind::Neither => None,
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
        for [id, name] in TOPICS.rows() {
            assert_eq!(vocabulary.concept(id).map(|concept| vocabulary.label(concept)), Some(name));
        }
    }
}
