//! What a concept is to a person.

use std::{collections::HashMap, sync::LazyLock};

use waypoint_text::{Table, table};
use waypoint_vocabulary::{ConceptId, Vocabulary};

/// The ids of concepts whose kind doesn't follow from the vocabulary.
const KINDS: Table<3> = table!("../data/concept_kinds.tsv", ["id", "name", "kind"]);

/// What a concept is to a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConceptKind {
    Condition,
    Symptom,
    Treatment,
    /// Something that qualifies a condition, or that people don't have.
    Neither,
}

static LISTED: LazyLock<HashMap<&str, ConceptKind>> = LazyLock::new(|| {
    let kind = |kind: &str| match kind {
        "condition" => ConceptKind::Condition,
        "treatment" => ConceptKind::Treatment,
        "symptom" => ConceptKind::Symptom,
        _ => ConceptKind::Neither,
    };
    KINDS.rows().map(|[id, _, of]| (id, kind(of))).collect()
});

impl ConceptKind {
    /// Whether the kind of a concept doesn't follow from the vocabulary.
    pub(crate) fn is_listed(concept: ConceptId, vocabulary: &Vocabulary) -> bool {
        LISTED.contains_key(vocabulary.id(concept))
    }

    /// Returns the kind of a concept. Ids that begin with D are diseases, with T treatments, and with W our own topics.
    pub(crate) fn of(concept: ConceptId, vocabulary: &Vocabulary) -> Self {
        let id = vocabulary.id(concept);
        if let Some(kind) = LISTED.get(id) {
            return *kind;
        }
        let listed = |above: ConceptId| LISTED.get(vocabulary.id(above)).copied();
        let is_disease = |above: ConceptId| vocabulary.id(above).starts_with('D');
        match id.chars().next() {
            Some('T') if vocabulary.ancestors(concept).any(|above| listed(above) == Some(Self::Neither)) => {
                Self::Neither
            }
            Some('T') => Self::Treatment,
            _ if vocabulary.is_qualifier(concept) => Self::Neither,
            Some('D') => Self::Condition,
            _ if vocabulary.parents(concept).any(|above| listed(above) == Some(Self::Symptom)) => {
                Self::Symptom
            }
            _ if vocabulary.ancestors(concept).any(is_disease) => Self::Condition,
            _ => Self::Neither,
        }
    }
}
