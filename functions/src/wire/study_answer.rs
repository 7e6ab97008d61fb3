//! One study, by the three ways to look it up. Each answer carries the records in the shape of
//! the older calls, and what the study page shows.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::study_page::StudyPage;

use super::{PartnerRecord, RegistryRecord};

/// Partner studies by registry number or PTGB number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct PartnerStudiesAnswer {
    /// The studies, one record for each site; empty when there is none.
    pub result: Vec<PartnerRecord>,
    /// What the page shows.
    pub page: Option<StudyPage>,
}

/// A registry study.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct RegistryStudyAnswer {
    /// The study as the only element, or nothing.
    pub output: Vec<RegistryRecord>,
    /// What the page shows.
    pub page: Option<StudyPage>,
}

/// A partner study by its STU number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct SystemStudyAnswer {
    /// The list, where clients look for it.
    pub study: StudyList,
    /// What the page shows.
    pub page: Option<StudyPage>,
}

/// A partner study for its preview.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct PreviewAnswer {
    /// The study, or nothing.
    pub output: StudyList,
}

/// A list of partner studies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyList {
    /// One record for each site.
    pub result: Vec<PartnerRecord>,
}

/// Our studies that will take people.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct UpcomingAnswer {
    /// One record for each site.
    pub output: Vec<PartnerRecord>,
    /// The same list, where other calls have theirs.
    pub result: Vec<PartnerRecord>,
}

/// Our own studies that answer a condition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct OwnStudiesAnswer {
    /// Whether they could not be read.
    pub error: bool,
    /// What to tell the person then; empty otherwise.
    pub message: String,
    /// A record for each site of each study.
    pub output: Vec<PartnerRecord>,
}

/// A study of the registry, or one of a partner, as was asked for.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum TrialAnswer {
    /// With `ptr=cs`.
    Registry(RegistryStudyAnswer),
    /// With `ptr=ps`.
    System(SystemStudyAnswer),
}
