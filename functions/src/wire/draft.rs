//! Drafts of a sign-up and their invalid values.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::{
    participant::{BegunForm, FieldError},
    personal::Personal,
    question::Answer,
};

/// A draft of a sign-up, stored until the form is sent.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DraftRequest {
    /// The number of the study, such as `STU01009`. It must accept sign-ups.
    pub study_number: String,
    /// The content of the form. An empty form erases the stored one, and none leaves it unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<BegunForm>")]
    #[schema(value_type = Option<BegunForm>)]
    pub form: Option<Personal<BegunForm>>,
    /// The unchecked answers to pre-screening questions so far. None leaves the stored ones unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<Vec<Answer>>")]
    #[schema(value_type = Option<Vec<Answer>>)]
    pub begun_answers: Option<Personal<Vec<Answer>>>,
}

/// The draft is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DraftSaved {
    /// `kept`, or `erased` when a child under 13 signs up alone: then nothing is stored.
    pub result: String,
    /// The fields with invalid values, in the form's order. Empty fields are not included.
    pub errors: Vec<FieldError>,
}
