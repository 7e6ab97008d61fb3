//! The codes of a record, and what it says besides what is shown.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A system of codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(rename_all = "snake_case")]
pub enum CodeSystem {
    /// ICD-10-CM, the diagnoses that US hospitals bill.
    Icd10Cm,
    /// ICD-10 of the World Health Organization.
    Icd10,
    /// ICD-9-CM.
    Icd9Cm,
    /// ICD-10-PCS, the procedures of US hospitals.
    Icd10Pcs,
    /// SNOMED CT.
    Snomed,
    /// `RxNorm`, the medicines of the US.
    Rxnorm,
    /// NDC, the packages of medicines.
    Ndc,
    /// CVX, the vaccines.
    Cvx,
    /// LOINC, the tests and measurements.
    Loinc,
    /// CPT, the procedures that US doctors bill.
    Cpt,
}

/// A code of a known system. Displays aren't stored, because the record has a name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, ToSchema)]
pub struct Coding {
    pub system: CodeSystem,
    pub code: String,
}

/// What a record says besides what is shown (E-610).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(default)]
pub struct RecordDetail {
    /// The codes of what the record is about.
    pub codes: Vec<Coding>,
    /// Whether the name is only a code, because the health system gives no words. It fills no form.
    pub named_by_code: bool,
    /// The codes of the record's categories, for example `problem-list-item`.
    pub categories: Vec<String>,
    /// The date on which it began, if the record has another one to show.
    pub began: Option<String>,
    /// The date on which it ended.
    pub ended: Option<String>,
    /// Identifies the visit among those of the person's records.
    pub encounter: Option<String>,
}
