//! What the texts of a partner study say of the people that it is for, as searches compare it.

use std::{collections::BTreeSet, ops::Range};

use serde::{Deserialize, Serialize};
use waypoint_domain::partner_study::PartnerStudy;
use waypoint_vocabulary::{ConceptId, Reading, Vocabulary, markers::MarkerMention};

use crate::{
    concept_sets::{named_or_made_up, with_ancestors},
    ruled_out::{ruled_out, rules_out},
    study_markers::{NamingTerms, StudyMarkers, admits},
    study_texts::StudyTexts,
};

/// What the texts of a study say of the people that it is for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Audience {
    /// The concepts that it is about, and all broader ones.
    pub concepts: BTreeSet<ConceptId>,
    /// What it says of biomarkers, as terms of [`crate::study_markers`].
    pub(super) markers: BTreeSet<String>,
    /// The conditions of people who can't join.
    ruled_out: BTreeSet<ConceptId>,
}

/// The same with ids that stay the same from build to build.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredAudience {
    /// The ids of the concepts that a study is about, and of all broader ones.
    concepts: Vec<String>,
    /// What it says of biomarkers.
    markers: Vec<String>,
    /// The ids of the conditions of people who can't join.
    ruled_out: Vec<String>,
}

impl Audience {
    /// Reads a study's texts.
    pub(super) fn of(study: &PartnerStudy, vocabulary: &Vocabulary) -> Self {
        let texts = StudyTexts::from(study);
        let markers = StudyMarkers::read(&texts, vocabulary.markers());
        let read = |texts: &[&str]| -> BTreeSet<ConceptId> {
            texts.iter().flat_map(|text| vocabulary.read_exactly(text)).collect()
        };
        let about = read(&texts.conditions);
        let named = read(&texts.titles);
        let ruled_out = ruled_out(&texts, &about, vocabulary);
        let named = named_or_made_up(named, &about, &markers, vocabulary);
        Self {
            concepts: with_ancestors(&about.union(&named).copied().collect(), vocabulary),
            markers: markers.terms(vocabulary.markers()),
            ruled_out,
        }
    }

    pub(super) fn stored(&self, vocabulary: &Vocabulary) -> StoredAudience {
        let ids = |concepts: &BTreeSet<ConceptId>| {
            concepts.iter().map(|concept| vocabulary.id(*concept).to_owned()).collect()
        };
        StoredAudience {
            concepts: ids(&self.concepts),
            markers: self.markers.iter().cloned().collect(),
            ruled_out: ids(&self.ruled_out),
        }
    }

    pub(super) fn from_stored(stored: &StoredAudience, vocabulary: &Vocabulary) -> Self {
        let concepts = |ids: &[String]| ids.iter().filter_map(|id| vocabulary.concept(id)).collect();
        Self {
            concepts: concepts(&stored.concepts),
            markers: stored.markers.iter().cloned().collect(),
            ruled_out: concepts(&stored.ruled_out),
        }
    }

    /// Whether a person with the conditions and markers of a search may join.
    #[must_use]
    pub fn admits(&self, reading: &Reading, vocabulary: &Vocabulary) -> bool {
        admits(&self.markers, reading, vocabulary) && !rules_out(&self.ruled_out, reading, vocabulary)
    }

    /// Whether the study names the state of the marker that a part of a search belongs to.
    #[must_use]
    pub fn has_marker_at(&self, span: &Range<usize>, reading: &Reading, vocabulary: &Vocabulary) -> bool {
        self.has_marker_of(&reading.markers_around(span), vocabulary)
    }

    /// Whether the study names the state of one of these markers.
    #[must_use]
    pub fn has_marker_of(&self, mentions: &[MarkerMention], vocabulary: &Vocabulary) -> bool {
        naming_terms(mentions, vocabulary).iter().any(|term| self.markers.contains(term))
    }
}

/// Returns the terms of studies that name the state of one of these markers.
pub(super) fn naming_terms(mentions: &[MarkerMention], vocabulary: &Vocabulary) -> BTreeSet<String> {
    let markers = vocabulary.markers();
    let states = markers.of_patient(mentions);
    let terms = states.iter().map(|(marker, state)| NamingTerms::new(*marker, state, markers));
    terms.flat_map(|terms| terms.all().cloned().collect::<Vec<_>>()).collect()
}
