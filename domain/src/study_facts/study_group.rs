//! The groups of a study, and who knows them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{fact_text::FactText, whole_number::WholeNumber};
use crate::substitute::Substitute;

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
    /// Whether the group gets a placebo in place of the tested treatment. Leave it out for a group with a sham treatment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_placebo: Option<bool>,
    /// Whether the group gets a sham treatment: a procedure or device that only looks like the tested one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_sham: bool,
}

impl StudyGroup {
    /// What the group gets in place of the tested treatment, or `None` if the study doesn't state it.
    #[must_use]
    pub fn substitute(&self) -> Option<Substitute> {
        if self.is_sham {
            return Some(Substitute::Sham);
        }
        let of_placebo = |is_placebo| if is_placebo { Substitute::Placebo } else { Substitute::Neither };
        self.is_placebo.map(of_placebo)
    }
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
