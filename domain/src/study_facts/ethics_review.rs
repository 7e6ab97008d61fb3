//! The ethics review of a study.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{fact_text::FactText, material_hash::MaterialHash};

/// The approval of a study by an ethics board, an institutional review board (IRB).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct EthicsReview {
    /// The board's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<FactText>,
    /// The day of the approval, such as `"2026-02-03"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approved_on: Option<ApprovalDay>,
    /// The number of the approval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<FactText>,
    /// The hash of the recruitment material that was approved: what the study's pages say beyond title, purpose, basic
    /// eligibility, sites, and contact. The content check prints it. Any change of the wording needs a new approval (D-501).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_sha256: Option<MaterialHash>,
}

/// The day of an approval: `YYYY-MM-DD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("pattern" = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))]
pub struct ApprovalDay(Date);

/// The text is not a date.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' isn't a date; write year, month, and day in quotes, such as \"2026-02-03\"")]
pub struct InvalidApprovalDay(String);

/// The length of `YYYY-MM-DD`.
const DAY_LENGTH: usize = 10;

impl EthicsReview {
    /// Whether nothing is stated.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl ApprovalDay {
    /// The day in words, such as `February 3, 2026`.
    #[must_use]
    pub fn in_words(self) -> String {
        self.0.strftime("%B %-d, %Y").to_string()
    }
}

impl TryFrom<String> for ApprovalDay {
    type Error = InvalidApprovalDay;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let day = (text.len() == DAY_LENGTH).then(|| text.parse().ok()).flatten();
        day.map(Self).ok_or_else(|| InvalidApprovalDay(text.chars().take(40).collect()))
    }
}

impl From<ApprovalDay> for String {
    fn from(day: ApprovalDay) -> Self {
        day.0.to_string()
    }
}
