//! Changes of partner studies.

use serde::{Deserialize, Serialize};
use waypoint_domain::{partner_study::PartnerStudy, study_list::ListingRules, study_number::StudyNumber};
use waypoint_vocabulary::Vocabulary;

use super::audience::{Audience, StoredAudience};

/// A change of the partner studies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StudyChange {
    /// A new or changed study.
    Study {
        /// The study, without its questions.
        study: Box<PartnerStudy>,
        /// What its texts say of the people that it is for.
        #[serde(flatten)]
        audience: StoredAudience,
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
        Self::Study {
            study: Box::new(PartnerStudy { questions: Vec::new(), ..study.clone() }),
            audience: Audience::of(study, vocabulary).stored(vocabulary),
        }
    }
}
