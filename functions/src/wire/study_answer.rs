//! A single study, by the three ways to look it up. Each response has the records in the legacy format, and the content
//! of the study page.

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
    /// The content of the study page.
    pub page: Option<StudyPage>,
}

/// A registry study by its NCT number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct RegistryStudyAnswer {
    /// The study as the only element, or empty.
    pub output: Vec<RegistryRecord>,
    /// The content of the study page.
    pub page: Option<StudyPage>,
}

/// A partner study by its STU number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct SystemStudyAnswer {
    /// The list, where clients expect it.
    pub study: StudyList,
    /// The content of the study page.
    pub page: Option<StudyPage>,
}

/// A partner study for its preview page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct PreviewAnswer {
    /// The study, or an empty list.
    pub output: StudyList,
}

/// A list of partner studies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct StudyList {
    /// One record for each site.
    pub result: Vec<PartnerRecord>,
}

/// Partner studies that don't accept sign-ups yet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct UpcomingAnswer {
    /// One record for each site.
    pub output: Vec<PartnerRecord>,
    /// The same records as in `output`, under the name that other endpoints use.
    pub result: Vec<PartnerRecord>,
}

/// Partner studies that match a condition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct OwnStudiesAnswer {
    /// Whether the studies could not be read.
    pub error: bool,
    /// A message for the visitor in that case; otherwise empty.
    pub message: String,
    /// One record for each site of each study.
    pub output: Vec<PartnerRecord>,
}

/// A registry study or a partner study, as requested.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum TrialAnswer {
    /// With `ptr=cs`.
    Registry(RegistryStudyAnswer),
    /// With `ptr=ps`.
    System(SystemStudyAnswer),
}
