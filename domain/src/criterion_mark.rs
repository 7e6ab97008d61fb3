//! Verdicts of a person's medical records on a study's criteria (E-302).

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A criterion of a study with the verdict of the records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CriterionMark {
    /// The kind of criterion.
    pub kind: CriterionKind,
    /// The criterion as the study words it.
    pub criterion: String,
    /// Whether the records meet it.
    pub verdict: Verdict,
    /// The text of the record that decides the verdict, if there is one.
    pub record: Option<String>,
    /// The reason for the verdict, in a sentence for the participant.
    pub why: String,
}

/// What a criterion is about: a limit of the study, or one of its listed criteria.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(rename_all = "snake_case")]
pub enum CriterionKind {
    /// An age limit.
    Age,
    /// A limit by sex.
    Sex,
    /// A condition for joining.
    Inclusion,
    /// A reason that rules a person out.
    Exclusion,
}

/// The verdict of medical records on a criterion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(rename_all = "snake_case")]
pub enum Verdict {
    /// The records show that the person meets it.
    Met,
    /// The records contradict an inclusion criterion or confirm an exclusion criterion.
    NotMet,
    /// The records don't decide it. A fact that no record names may still be true.
    Unknown,
}
