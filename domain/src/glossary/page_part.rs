//! The parts of pages in which terms are explained.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A part of a page, in which each term is explained where it first occurs.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum PagePart {
    /// The summary of a study.
    Summary,
    /// The phase, the type, and the official title of a study.
    Details,
    /// What a study states about taking part.
    Facts,
    /// The eligibility criteria of a study.
    Criteria,
    /// The questions to ask the study team.
    Questions,
    /// The description of a study.
    Description,
    /// A section of a text by editors.
    Text,
}
