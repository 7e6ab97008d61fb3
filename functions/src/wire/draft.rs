//! What a browser types before a sign-up, and the server's view of it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::{
    participant::{BegunForm, FieldError},
    personal::Personal,
    question::Answer,
};

/// What somebody has typed into the form so far, to be kept until it is sent.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DraftRequest {
    /// The study.
    pub study_number: String,
    /// What stands in the form; an empty one to forget what stood there, none to leave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<BegunForm>")]
    #[schema(value_type = Option<BegunForm>)]
    pub form: Option<Personal<BegunForm>>,
    /// The answers to pre-screening questions so far, before they are checked; none to leave what was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<Vec<Answer>>")]
    #[schema(value_type = Option<Vec<Answer>>)]
    pub begun_answers: Option<Personal<Vec<Answer>>>,
}

/// What was typed is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DraftKept {
    /// `kept`.
    pub result: String,
    /// The fields of the form with wrong values, in its order; empty fields are not among them.
    pub errors: Vec<FieldError>,
}
