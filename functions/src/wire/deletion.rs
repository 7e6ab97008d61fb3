//! Asking to be forgotten, and confirming it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::personal::Personal;

/// What a sign-up is recognized by. Only the number is held to a format.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeletionForm {
    /// The participant's number, with or without `PT`, spaces and hyphens.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub patient_id: Personal<String>,
    /// The last name, as it was given at the sign-up.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub last_name: Personal<String>,
    /// The date of birth, as `YYYY-MM-DD` or in another way to write a date.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub date_of_birth: Personal<String>,
    /// The solved captcha.
    #[serde(default)]
    pub recaptcha_response: String,
}

/// The token of a link that erases a sign-up.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeletionLinkRequest {
    /// What stands in the link behind `confirm=`.
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub token: Personal<String>,
}
