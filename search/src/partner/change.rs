//! Changes of partner studies.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use waypoint_domain::{partner_study::PartnerStudy, study_list::ListingRules, study_number::StudyNumber};
use waypoint_vocabulary::{ConceptId, Vocabulary};

/// A change of the partner studies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StudyChange {
    /// A new or changed study.
    Study {
        /// The study, without its questions.
        study: Box<PartnerStudy>,
        /// The ids of the concepts that it is about, and of all broader ones.
        concepts: Vec<String>,
    },
    /// A study with this number is gone.
    Removed(StudyNumber),
    /// Editors have changed the rules for lists of studies.
    Listing(ListingRules),
}

impl StudyChange {
    /// Returns the change to this state of a study.
    #[must_use]
    pub fn to(study: &PartnerStudy, vocabulary: &Vocabulary) -> Self {
        let concepts = concepts_of(study, vocabulary);
        Self::Study {
            study: Box::new(PartnerStudy { questions: Vec::new(), ..study.clone() }),
            concepts: concepts.into_iter().map(|concept| vocabulary.id(concept).to_owned()).collect(),
        }
    }
}

/// Returns the concepts that a study's short texts name, and all broader ones.
fn concepts_of(study: &PartnerStudy, vocabulary: &Vocabulary) -> BTreeSet<ConceptId> {
    let texts = [&study.study_name, &study.brief_title, &study.official_title];
    let named = texts.into_iter().chain(&study.conditions).flat_map(|text| vocabulary.read_exactly(text));
    let with_broader = |concept| vocabulary.ancestors(concept).chain([concept]).collect::<Vec<_>>();
    let mut concepts: BTreeSet<ConceptId> = named.flat_map(with_broader).collect();
    let composed =
        vocabulary.composed_concepts().filter(|(_, of)| of.iter().all(|concept| concepts.contains(concept)));
    let composed: Vec<ConceptId> = composed.map(|(concept, _)| concept).collect();
    concepts.extend(composed);
    concepts
}
