//! Health systems and their records.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::{criterion_mark::CriterionMark, medical_record::MissingGroup, personal::Personal};

use super::{FurtherRecords, RecordGroups};

/// The health systems that records can be read from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HealthSystemsAnswer {
    /// The hospitals: those with the searched name, then nearby ones, nearest first; otherwise by name.
    pub output: Vec<HealthSystemCard>,
    /// The total number, which may exceed the listed ones.
    pub total: usize,
    /// The requested place, when no system is within 50 miles and the nearest are listed instead.
    pub none_near: Option<String>,
}

/// A health system in a list, or a hospital of one (E-104).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct HealthSystemCard {
    /// Its id in our list.
    pub id: String,
    /// The label of its button.
    pub title: String,
    /// Its name and place.
    pub subtitle: String,
    /// The hospital's name.
    pub name: String,
    /// Its city and state: `Cleveland, OH`. May be empty.
    pub town: String,
    /// The distance from the requested place in miles.
    pub miles: Option<u32>,
    /// The names of its patient portals.
    pub portals: Vec<String>,
    /// The health system that it belongs to, if that has another name.
    pub system: Option<String>,
    /// Its number among those that look alike.
    pub copy: Option<CopyOfHospital>,
    /// A picture, or `null`.
    pub image_url: Option<String>,
    /// The URL of the button, once a connection to this system has started.
    pub url: String,
}

/// One of several entries that look alike, but lead to different servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CopyOfHospital {
    /// The number of this one, from 1.
    pub number: usize,
    /// The number of all.
    pub total: usize,
}

/// A request to connect to a health system.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConnectRequest {
    /// The system, by its id in our list.
    pub system: String,
    /// The study that the records are for.
    pub study_number: String,
}

/// A started connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ConnectAnswer {
    /// The URL to open in the same tab, which redirects to the health system.
    pub address: String,
}

/// The records of the calling browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RecordsAnswer {
    /// The records in four groups. All are empty without a connection.
    #[ts(as = "RecordGroups")]
    #[schema(value_type = RecordGroups)]
    pub output: Personal<RecordGroups>,
    /// The records in further groups (E-611, E-612).
    #[ts(as = "FurtherRecords")]
    #[schema(value_type = FurtherRecords)]
    pub further: Personal<FurtherRecords>,
    /// The origin and purpose of the records; `null` when no health system is connected.
    pub connection: Option<RecordsConnection>,
}

/// The origin and purpose of records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RecordsConnection {
    /// Identifies this connection among those of the browser.
    pub id: String,
    /// The name of the health system.
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub system: Personal<String>,
    /// The study that they were read for.
    pub study_number: String,
    /// The study's title.
    pub study_title: String,
    /// The records that the patient left out.
    #[ts(as = "ChosenRecords")]
    #[schema(value_type = ChosenRecords)]
    pub left_out: Personal<ChosenRecords>,
    /// The person that the records belong to.
    #[ts(as = "RecordsPerson")]
    #[schema(value_type = RecordsPerson)]
    pub person: Personal<RecordsPerson>,
    /// The groups that the health system did not return completely, each once.
    pub missing: Vec<MissingGroup>,
}

/// The person of the records, according to the health system or else a legacy URL.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RecordsPerson {
    /// The person's name at the health system. It is displayed but not shared.
    pub name: Option<String>,
    /// The shared date of birth, `YYYY-MM-DD`.
    pub date_of_birth: Option<String>,
    /// The shared sex: `Female` or `Male`.
    pub gender: Option<String>,
}

/// Personal details from a legacy URL, stored only for sharing (E-130).
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordsPersonRequest {
    /// The date of birth, `YYYY-MM-DD`; empty if unknown.
    #[serde(default)]
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub dob: Personal<String>,
    /// The gender; empty if unknown.
    #[serde(default)]
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub gender: Personal<String>,
}

/// A request to share records with a study team (E-123).
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShareRequest {
    /// The participant's number.
    pub prospect: String,
    /// The connection whose records the caller saw; empty if the client doesn't know it.
    #[serde(default)]
    pub connection: String,
    /// The chosen records. Only their ids are used: the shared content comes from the health system.
    pub records: ChosenRecords,
    /// The displayed date of birth. The health system's value is used.
    #[serde(default)]
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub dob: Personal<String>,
    /// The study, by its registry number or our own number.
    pub nctid: String,
    /// The displayed gender. The health system's value is used.
    #[serde(default)]
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub gender: Personal<String>,
    /// The date of birth in the records, `YYYY-MM-DD`, if it differs from the sign-up and the participant confirmed
    /// that the records are correct; otherwise empty.
    #[serde(default)]
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub confirmed_dob: Personal<String>,
}

/// Chosen records by group, in at least four lists: immunizations, medications, allergies, conditions, and then the further
/// groups in their order. Groups without a list are not chosen.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ChosenRecords(pub Vec<Vec<ChosenRecord>>);

/// A chosen record. Its other fields are ignored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ChosenRecord {
    /// Its id among the person's records.
    pub id: String,
}

/// The result of sharing (E-124, E-126).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ShareAnswer {
    /// Whether nothing was shared, because no record was chosen, the records are no longer stored, or their date of
    /// birth differs.
    pub error: bool,
    /// The number of the share's receipt.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub receipt: Option<u32>,
    /// The differing dates of birth, if the participant must first confirm that the records are correct.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub birth_dates: Option<DifferingBirthDates>,
}

impl ShareAnswer {
    /// Returns the result of a share with this receipt number.
    #[must_use]
    pub fn shared(receipt: u32) -> Self {
        Self { error: false, receipt: Some(receipt), birth_dates: None }
    }

    /// Returns the result when nothing was shared.
    #[must_use]
    pub fn nothing() -> Self {
        Self { error: true, receipt: None, birth_dates: None }
    }
}

/// The dates of birth when records and sign-up differ.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DifferingBirthDates {
    /// The date of birth in the records, `YYYY-MM-DD`.
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub records: Personal<String>,
    /// The date of birth in the sign-up, `YYYY-MM-DD`.
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub signed_up: Personal<String>,
}

/// The records to use for the sign-up form, and later to share with the study team.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChoiceRequest {
    /// The connection whose records the caller saw.
    pub connection: String,
    /// The ids of the chosen records.
    pub records: ChosenRecords,
}

/// A request to take back shared records.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawRequest {
    /// The participant's number.
    pub number: String,
    /// The share, by the number of its receipt.
    pub share: u32,
}

/// A request to take back all shares, through the link in a mail.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeBackRequest {
    /// The part of the link after `take-back=`.
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub token: Personal<String>,
}

/// The current shares of a participant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SharesAnswer {
    /// The shares, oldest first.
    pub shares: Vec<SharedRecords>,
}

/// Records that were shared with the study team in one request, and not withdrawn since.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SharedRecords {
    /// The number of its receipt.
    pub share: u32,
    /// The time in UTC.
    pub at: String,
    /// The health system that the records are from. Empty in a session that didn't share them.
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub system: Personal<String>,
    /// The number of records.
    pub records: usize,
    /// The number of records by group: `2 immunizations, 1 condition`.
    #[ts(as = "String")]
    #[schema(value_type = String)]
    pub counted: Personal<String>,
    /// The names of the records that have one. Empty in a session that didn't share them.
    #[ts(as = "Vec<String>")]
    #[schema(value_type = Vec<String>)]
    pub named: Personal<Vec<String>>,
}

/// The study's criteria compared with the records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct MarksAnswer {
    /// The criteria, in the study's order.
    #[ts(as = "Vec<CriterionMark>")]
    #[schema(value_type = Vec<CriterionMark>)]
    pub marks: Personal<Vec<CriterionMark>>,
}
