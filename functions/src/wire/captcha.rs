//! A captcha that is wanted.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// What a captcha is solved for. It counts for nothing else.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CaptchaPurpose {
    /// Signing up for a study.
    #[default]
    SignUp,
    /// Leaving an address for news.
    News,
    /// Asking to be forgotten.
    Deletion,
}

/// A captcha is wanted.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CaptchaRequest {
    /// For what. Older clients do not say, and sign up.
    #[serde(default)]
    #[ts(optional, as = "Option<CaptchaPurpose>")]
    pub purpose: CaptchaPurpose,
}
