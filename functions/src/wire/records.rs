//! Health systems, and the records that they give.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::{criterion_mark::CriterionMark, medical_record::Group, personal::Personal};

use super::RecordGroups;

/// Health systems from which records can be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HealthSystemsAnswer {
    /// The systems: those that are called so, then those of the place, the nearest first; else by their names.
    pub output: Vec<HealthSystemCard>,
    /// How many there are; more than are listed, when these are too many.
    pub total: usize,
    /// The place that was asked for, when no system is within 50 miles of it and the nearest are listed instead.
    pub none_near: Option<String>,
}

/// A health system in a list (E-104).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HealthSystemCard {
    /// Names it in our list.
    pub id: String,
    /// What its button says.
    pub title: String,
    /// What it is called, and where it is.
    pub subtitle: String,
    /// A picture of it, or nothing.
    pub image_url: Option<String>,
    /// Where the button leads, once a connection to this system has begun.
    pub url: String,
}

/// A connection to a health system is to begin.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConnectRequest {
    /// The system, by its id in our list.
    pub system: String,
    /// The study for which records are wanted.
    pub study_number: String,
}

/// A connection has begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ConnectAnswer {
    /// Where the browser goes on, in the same tab; from there it is led to the health system.
    pub address: String,
}

/// The records of the browser that asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RecordsAnswer {
    /// The records.
    #[ts(as = "RecordGroups")]
    #[schema(value_type = RecordGroups)]
    pub output: Personal<RecordGroups>,
    /// From where they are and what for; nothing where no health system is connected.
    pub connection: Option<RecordsConnection>,
}

/// From where records are, and what for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RecordsConnection {
    /// Tells it from another connection of this browser.
    pub id: String,
    /// What patients call the health system.
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub system: Personal<String>,
    /// The study for which they were read.
    pub study_number: String,
    /// The study's title.
    pub study_title: String,
    /// The records that were left out before.
    #[ts(as = "ChosenRecords")]
    #[schema(value_type = ChosenRecords)]
    pub left_out: Personal<ChosenRecords>,
    /// Whose they are.
    #[ts(as = "RecordsPerson")]
    #[schema(value_type = RecordsPerson)]
    pub person: Personal<RecordsPerson>,
    /// The groups of which the health system did not give everything.
    pub missing: Vec<Group>,
}

/// Whose records are, as the health system says it, else an older address.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RecordsPerson {
    /// What the health system calls the person. It is shown, and not shared.
    pub name: Option<String>,
    /// The date of birth that goes along, `YYYY-MM-DD`.
    pub date_of_birth: Option<String>,
    /// The sex that goes along: `Female` or `Male`.
    pub gender: Option<String>,
}

/// What an older address said of a person, kept for the share alone (E-130).
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordsPersonRequest {
    /// The date of birth, `YYYY-MM-DD`; empty when nothing was said.
    #[serde(default)]
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub dob: Personal<String>,
    /// The gender; empty when nothing was said.
    #[serde(default)]
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub gender: Personal<String>,
}

/// Records are to be shared with a study team (E-123).
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShareRequest {
    /// The participant's number.
    pub prospect: String,
    /// The connection whose records the caller saw; empty for callers who know of none.
    #[serde(default)]
    pub connection: String,
    /// The records that were chosen. Of each its id counts alone: what is shared is what the health system gave.
    pub records: ChosenRecords,
    /// The date of birth that is shown; what the health system gave counts.
    #[serde(default)]
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub dob: Personal<String>,
    /// The study, by its registry number or by ours.
    pub nctid: String,
    /// The gender that is shown; what the health system gave counts.
    #[serde(default)]
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub gender: Personal<String>,
    /// The date of birth in the records, `YYYY-MM-DD`, where it is another one than that of the sign-up and the participant
    /// said that the records are right all the same; else empty.
    #[serde(default)]
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub confirmed_dob: Personal<String>,
}

/// Chosen records, by groups: immunizations, medications, allergies, conditions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ChosenRecords(
    pub Vec<ChosenRecord>,
    pub Vec<ChosenRecord>,
    pub Vec<ChosenRecord>,
    pub Vec<ChosenRecord>,
);

/// A record that was chosen. What else it has is not read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ChosenRecord {
    /// Names it among the records of the person.
    pub id: String,
}

/// What became of a share (E-124, E-126).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ShareAnswer {
    /// Whether nothing was shared: none was chosen, the records are not kept any more, or their date of birth is another one.
    pub error: bool,
    /// The receipt of what was shared.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub receipt: Option<u32>,
    /// Why nothing was shared, where the participant has to say first that the records are right.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub birth_dates: Option<DifferingBirthDates>,
}

impl ShareAnswer {
    /// Records were shared, under the receipt of this number.
    #[must_use]
    pub fn shared(receipt: u32) -> Self {
        Self { error: false, receipt: Some(receipt), birth_dates: None }
    }

    /// Nothing was shared.
    #[must_use]
    pub fn nothing() -> Self {
        Self { error: true, receipt: None, birth_dates: None }
    }
}

/// Records are of another date of birth than the sign-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DifferingBirthDates {
    /// That of the records, `YYYY-MM-DD`.
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub records: Personal<String>,
    /// That of the sign-up, `YYYY-MM-DD`.
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub signed_up: Personal<String>,
}

/// Which records go along: into the sign-up form, or later to the study team.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChoiceRequest {
    /// The connection whose records the caller saw.
    pub connection: String,
    /// The records that were chosen, by their ids.
    pub records: ChosenRecords,
}

/// Records that were shared are to be taken back.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawRequest {
    /// The participant's number.
    pub number: String,
    /// The share, by the number of its receipt.
    pub share: u32,
}

/// All that was shared is to be taken back, by the link of a mail.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeBackRequest {
    /// What stands in the link behind `take-back=`.
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub token: Personal<String>,
}

/// What a participant shared and did not take back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SharesAnswer {
    /// The shares, from the first.
    pub shares: Vec<SharedRecords>,
}

/// Records that were shared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SharedRecords {
    /// The number of its receipt.
    pub share: u32,
    /// When, in UTC.
    pub at: String,
    /// The health system from which they are.
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub system: Personal<String>,
    /// How many records.
    pub records: usize,
    /// How many of what: `2 immunizations, 1 condition`.
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub counted: Personal<String>,
    /// What each is called, without those that have no name.
    #[ts(as = "Vec<String>")]
    #[schema(value_type = Vec<String>)]
    pub named: Personal<Vec<String>>,
}

/// What the records say to the criteria of the study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct MarksAnswer {
    /// The criteria, in the study's order.
    #[ts(as = "Vec<CriterionMark>")]
    #[schema(value_type = Vec<CriterionMark>)]
    pub marks: Personal<Vec<CriterionMark>>,
}
