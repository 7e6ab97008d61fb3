//! Captcha requests.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The purpose of a captcha. It is valid for no other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CaptchaPurpose {
    /// Signing up for a study.
    #[default]
    SignUp,
    /// Subscribing to news.
    News,
    /// Sending details to the contact of a study.
    Introduction,
    /// Requesting erasure.
    Deletion,
}

/// What a captcha is requested for. The body may be missing, which means a sign-up.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CaptchaRequest {
    /// The purpose. Older clients omit it and sign up.
    #[serde(default)]
    #[ts(optional, as = "Option<CaptchaPurpose>")]
    pub purpose: CaptchaPurpose,
}
