//! Which conditions have stages and which markers, so that a detail of a note goes to the right one.

use std::{collections::HashMap, sync::LazyLock};

use waypoint_text::{Table, table};
use waypoint_vocabulary::{ConceptId, Vocabulary};

const TABLE: Table<3> = table!("../../data/stages_and_markers.tsv", ["key", "name", "role"]);
/// The concept of cancers.
const CANCER: &str = "D009369";

/// What the table says of a concept or a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// It has stages, as do its kinds.
    Staged,
    /// The kind of cells of a cancer: 'NSCLC (adenocarcinoma)'.
    Tissue,
    /// A marker that says nothing about a cancer.
    OtherMarker,
}

static ROLES: LazyLock<HashMap<&str, Role>> = LazyLock::new(|| {
    let role = |role: &str| match role {
        "staged" => Role::Staged,
        "tissue" => Role::Tissue,
        _ => Role::OtherMarker,
    };
    TABLE.rows().map(|[key, _, of]| (key, role(of))).collect()
});

/// Whether a condition is a cancer.
pub(super) fn is_cancer(concept: ConceptId, vocabulary: &Vocabulary) -> bool {
    itself_and_above(concept, vocabulary).any(|id| id == CANCER)
}

/// Whether a condition has stages.
pub(super) fn is_staged(concept: ConceptId, vocabulary: &Vocabulary) -> bool {
    itself_and_above(concept, vocabulary).any(|id| ROLES.get(id) == Some(&Role::Staged))
}

/// Whether a name says which cells a cancer consists of, and not where it is.
pub(super) fn is_tissue(concept: ConceptId, vocabulary: &Vocabulary) -> bool {
    ROLES.get(vocabulary.id(concept)) == Some(&Role::Tissue)
}

/// Whether a marker of this name is one of cancers.
pub(super) fn is_marker_of_cancer(name: &str) -> bool {
    ROLES.get(name) != Some(&Role::OtherMarker)
}

fn itself_and_above(concept: ConceptId, vocabulary: &Vocabulary) -> impl Iterator<Item = &str> {
    std::iter::once(concept).chain(vocabulary.ancestors(concept)).map(|one| vocabulary.id(one))
}
