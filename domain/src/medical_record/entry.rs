//! The records of each group, except observations.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{coding::RecordDetail, standing::Standing};

/// A vaccination (E-116).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Immunization {
    /// Unique id among the person's records.
    pub id: String,
    /// The vaccine's name.
    pub name: Option<String>,
    /// The date of the vaccination.
    pub date: Option<String>,
    /// The vaccine's manufacturer.
    pub manufacturer: Option<String>,
    #[serde(default)]
    pub standing: Standing,
    #[serde(default)]
    pub detail: RecordDetail,
}

/// A medicine that was prescribed or that the person takes (E-117).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Medication {
    /// Unique id among the person's records.
    pub id: String,
    /// The medicine's name.
    pub name: Option<String>,
    /// The date on which it was prescribed or reported.
    pub date: Option<String>,
    /// The amount and frequency.
    pub dosage: Option<String>,
    /// Whether the person takes it, `yes` or `no`, if the record says so.
    pub taken: Option<String>,
    /// For example `active` or `stopped`.
    pub status: Option<String>,
    #[serde(default)]
    pub standing: Standing,
    #[serde(default)]
    pub detail: RecordDetail,
}

/// An allergy or intolerance (E-118).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Allergy {
    /// Unique id among the person's records.
    pub id: String,
    /// The name of the allergy or substance.
    pub name: Option<String>,
    /// The date on which it was recorded, or else on which it began.
    pub date: Option<String>,
    /// For example `food` or `medication`.
    pub category: Option<String>,
    /// The severity of the worst reaction, or else the potential severity.
    pub severity: Option<String>,
    /// For example `active` or `resolved`.
    pub status: Option<String>,
    #[serde(default)]
    pub standing: Standing,
    #[serde(default)]
    pub detail: RecordDetail,
}

/// An illness or another health problem (E-119).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Condition {
    /// Unique id among the person's records.
    pub id: String,
    /// The name of the condition.
    pub name: Option<String>,
    /// The date on which it was recorded.
    pub date: Option<String>,
    /// For example `confirmed`.
    pub verificationstatus: Option<String>,
    /// For example `active` or `resolved`.
    pub clinicalstatus: Option<String>,
    /// The date on which it began.
    pub onsetdatetime: Option<String>,
    #[serde(default)]
    pub standing: Standing,
    #[serde(default)]
    pub detail: RecordDetail,
    /// The same diagnosis on other occasions, the newest first (E-613).
    #[serde(default)]
    pub earlier: Vec<EarlierEntry>,
}

/// Another occasion of a repeated diagnosis.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct EarlierEntry {
    /// The name, if it differs.
    pub name: Option<String>,
    /// The date on which it was recorded.
    pub date: Option<String>,
    /// The date on which it began.
    pub onsetdatetime: Option<String>,
    /// The date on which it ended.
    pub ended: Option<String>,
    /// Identifies the visit among those of the person's records.
    pub encounter: Option<String>,
}

/// An operation, examination, or another procedure (E-611).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Procedure {
    /// Unique id among the person's records.
    pub id: String,
    /// The name of the procedure.
    pub name: Option<String>,
    /// The date on which it was done, or on which it began.
    pub date: Option<String>,
    /// For example `completed`.
    pub status: Option<String>,
    #[serde(default)]
    pub standing: Standing,
    #[serde(default)]
    pub detail: RecordDetail,
}

impl Condition {
    /// Returns each occasion of the diagnosis as a record of its own, the newest first.
    pub fn occasions(&self) -> impl Iterator<Item = Self> {
        let newest = Self { earlier: Vec::new(), ..self.clone() };
        let earlier = self.earlier.iter().map(|entry| Self {
            name: entry.name.clone().or_else(|| self.name.clone()),
            date: entry.date.clone(),
            onsetdatetime: entry.onsetdatetime.clone(),
            detail: RecordDetail {
                ended: entry.ended.clone(),
                encounter: entry.encounter.clone(),
                ..self.detail.clone()
            },
            earlier: Vec::new(),
            ..self.clone()
        });
        std::iter::once(newest).chain(earlier)
    }
}
