//! The visits of a study.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{fact_text::FactText, whole_number::WholeNumber};

/// The visits of a study, and the nights in a clinic or hospital.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Visits {
    /// The number of visits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<WholeNumber<1, 1000>>,
    /// Whether the number is approximate.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub approximate: bool,
    /// The usual length of a visit in minutes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<WholeNumber<1, 1440>>,
    /// The number of nights in a clinic or hospital; 0 if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nights: Option<WholeNumber<0, 1000>>,
    /// How often and when the visits are, in a plain sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schedule: Option<FactText>,
}

impl Visits {
    /// Whether nothing is stated.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
