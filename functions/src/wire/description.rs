//! A person's own description of themselves, or a doctor's note, and what was understood of it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::personal::Personal;

use super::UnderstoodFilter;

/// A description. It is neither stored nor logged.
#[derive(Debug, Clone, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DescribeRequest {
    /// The text, at most 4,000 characters, in English, Spanish, or Vietnamese.
    #[ts(type = "string")]
    #[schema(value_type = String, pattern = r"[^\s\u0085]", max_length = 4000)]
    pub text: Personal<String>,
    /// The country to search in.
    #[serde(rename = "in")]
    #[schema(pattern = r"[^\s\u0085]")]
    pub country: String,
    /// The language of the page. The text may be in another one, and is read in each of them.
    #[serde(default)]
    #[ts(optional)]
    pub language: Option<DescriptionLanguage>,
}

/// A language of descriptions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS, ToSchema)]
pub enum DescriptionLanguage {
    /// English.
    #[serde(rename = "en")]
    English,
    /// Spanish.
    #[serde(rename = "es")]
    Spanish,
    /// Vietnamese.
    #[serde(rename = "vi")]
    Vietnamese,
}

/// What was understood of a description.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct DescribeAnswer {
    /// What was understood, to show and to correct.
    pub understood: UnderstoodDescription,
    /// The country to search in: that of the described place, otherwise the requested one.
    #[serde(rename = "in")]
    pub country: String,
    /// The query of `GET /backend/search` and of the results page. `null` if no condition was understood: symptoms are
    /// searched for only after the person confirms them.
    pub search: Option<String>,
    /// Where to get help at once, if the text calls for it.
    pub help: Option<String>,
}

/// The parts of a description, as patients call them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct UnderstoodDescription {
    /// The conditions, the one that explains most of the text first.
    pub conditions: Vec<UnderstoodCondition>,
    /// Symptoms.
    pub symptoms: Vec<String>,
    /// Age, sex, and place, as filters of the search.
    pub filters: Vec<UnderstoodFilter>,
    /// Treatments that the person has or had.
    pub treatments: Vec<UnderstoodTreatment>,
    /// What the text says that the person doesn't have.
    pub denied: Vec<String>,
}

/// A condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct UnderstoodCondition {
    /// The name.
    pub name: String,
    /// For example `IIIB`, `T2N1M0`, or `IIB (T2N1M0)`.
    pub stage: Option<String>,
    /// Whether the text speaks of it only as a former one.
    pub is_past: bool,
    /// For example `HER2-negative`.
    pub markers: Vec<String>,
    /// The words to search for: the name and the markers.
    pub q: String,
}

/// A treatment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct UnderstoodTreatment {
    /// The name.
    pub name: String,
    /// Whether the person still has it.
    pub is_current: bool,
}
