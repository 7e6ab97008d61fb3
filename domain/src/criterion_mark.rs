//! What a person's records say to the criteria of a study (E-302).

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A criterion of a study beside what the records say to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CriterionMark {
    /// What kind of criterion it is.
    pub kind: CriterionKind,
    /// The criterion, in the study's own words.
    pub criterion: String,
    /// What the records say to it.
    pub verdict: Verdict,
    /// The record that says so, in its own words; nothing where none does.
    pub record: Option<String>,
    /// Why, in a sentence for the person.
    pub why: String,
}

/// What kind of criterion something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(rename_all = "snake_case")]
pub enum CriterionKind {
    /// From which age to which.
    Age,
    /// Which sex.
    Sex,
    /// What lets a person join.
    Inclusion,
    /// What keeps a person out.
    Exclusion,
}

/// What records say to a criterion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(rename_all = "snake_case")]
pub enum Verdict {
    /// They say that the person fits it.
    Met,
    /// They say that it speaks against joining: what lets people join is contradicted, or what keeps people out is there.
    NotMet,
    /// They do not decide it. What no record names may be there all the same.
    Unknown,
}
