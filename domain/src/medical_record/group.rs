//! The groups of records, and why one may be incomplete.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A group of medical records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "RecordGroup", rename_all = "snake_case")]
#[schema(as = RecordGroup)]
pub enum Group {
    /// Vaccinations.
    Immunizations,
    /// Medicines.
    Medications,
    /// Allergies and intolerances.
    Allergies,
    /// Illnesses and other health problems.
    Conditions,
    /// Conditions of life that bear on health, such as housing or work.
    SocialConcerns,
    /// Operations, examinations, and other procedures.
    Procedures,
    /// Results of laboratories.
    Labs,
    /// Measurements such as blood pressure and weight.
    VitalSigns,
    /// Whether the person is pregnant.
    Pregnancy,
    /// Whether the person smokes.
    Smoking,
}

impl Group {
    /// All groups, in the order in which they are sent.
    pub const ALL: [Self; 10] = [
        Self::Immunizations,
        Self::Medications,
        Self::Allergies,
        Self::Conditions,
        Self::SocialConcerns,
        Self::Procedures,
        Self::Labs,
        Self::VitalSigns,
        Self::Pregnancy,
        Self::Smoking,
    ];
}

/// A group that a health system returned incompletely.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS, ToSchema)]
pub struct MissingGroup {
    pub group: Group,
    pub reason: MissingReason,
}

/// Why a group is incomplete. If there are several reasons, the first one in this order is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(rename_all = "snake_case")]
pub enum MissingReason {
    /// The person didn't allow this site to read it, or only a part of it.
    NotPermitted,
    /// The system doesn't give it to this site.
    Refused,
    /// The system didn't answer in time.
    Slow,
    /// The system answered with an error, or with something that can't be read.
    Failed,
    /// There is more than this site reads.
    TooMany,
    /// The system says that it holds some back.
    Withheld,
    /// Some entries can't be read, or are another person's.
    LeftOut,
}
