//! Erasure requests and their confirmation.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::personal::Personal;

/// The details that identify a sign-up. Only the number must have a certain format.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeletionForm {
    /// The participant's number, with or without `PT`, spaces and hyphens.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub patient_id: Personal<String>,
    /// The last name as given at the sign-up.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub last_name: Personal<String>,
    /// The date of birth, as `YYYY-MM-DD` or in another date format.
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
    /// The part of the link after `confirm=`.
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub token: Personal<String>,
}
