//! The groups of a study, and who knows them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{fact_text::FactText, whole_number::WholeNumber};

/// A group of participants who get the same treatment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyGroup {
    /// What the group gets, as a part of a sentence: `depemokimab`, or `a placebo, which has no medicine in it`.
    pub gets: FactText,
    /// The group's size compared with the other groups: 2 here and 1 in another group means 2 of 3 people. Either all groups
    /// have a share or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<WholeNumber<1, 1000>>,
    /// Whether the group gets a placebo, or a pretended procedure, in place of the tested treatment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_placebo: Option<bool>,
}

/// Who knows which group a participant is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Blinding {
    /// Participants and the study team know.
    Open,
    /// The study team knows, and participants don't.
    Single,
    /// Neither participants nor the study team know.
    Double,
}
