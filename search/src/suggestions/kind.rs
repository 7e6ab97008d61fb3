//! What a concept is to a visitor who types a condition.

use std::{collections::HashSet, sync::LazyLock};

use waypoint_text::{Table, table};
use waypoint_vocabulary::{ConceptId, Vocabulary};

use crate::concept_kind::ConceptKind;

/// The ids of topics that a visitor may choose although they are no disease, such as pregnancy.
const TOPICS: Table<2> = table!("topics.tsv", ["id", "name"]);

/// The ids of the `MeSH` headings above courses, outcomes, and findings of diseases, such as recurrence and death. They are in
/// the tree of diseases, but are no conditions by themselves.
const ATTRIBUTES: Table<2> = table!("attributes.tsv", ["id", "name"]);

static LISTED_TOPICS: LazyLock<HashSet<&str>> = LazyLock::new(|| ids(&TOPICS));
static LISTED_ATTRIBUTES: LazyLock<HashSet<&str>> = LazyLock::new(|| ids(&ATTRIBUTES));

fn ids(table: &Table<'static, 2>) -> HashSet<&'static str> {
    table.rows().map(|[id, _]| id).collect()
}

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
            _ if is_attribute(concept, vocabulary) => None,
            ConceptKind::Condition | ConceptKind::Symptom => Some(Self::Condition),
            ConceptKind::Treatment => Some(Self::Treatment),
            ConceptKind::Neither => None,
        }
    }
}

/// Whether all places of a concept in the tree are below an attribute of diseases. One that is listed as a condition is none.
fn is_attribute(concept: ConceptId, vocabulary: &Vocabulary) -> bool {
    if LISTED_ATTRIBUTES.contains(vocabulary.id(concept)) {
        return true;
    }
    let mut parents = vocabulary.parents(concept).peekable();
    !ConceptKind::is_listed(concept, vocabulary)
        && parents.peek().is_some()
        && parents.all(|parent| is_attribute(parent, vocabulary))
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
    fn each_listed_id_is_that_of_a_concept_with_this_name() {
        let vocabulary = Vocabulary::default();
        for [id, name] in TOPICS.rows().chain(ATTRIBUTES.rows()) {
            assert_eq!(vocabulary.concept(id).map(|concept| vocabulary.label(concept)), Some(name));
        }
    }
}
