//! Asking for news by mail, confirming it and stopping it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::personal::Personal;

/// Where news go, and of what: one study, or a condition and a country as they were searched for.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NotifyRequest {
    /// The mail address.
    #[serde(default)]
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub email: Personal<String>,
    /// The number of the study.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = String)]
    pub study: Personal<String>,
    /// What was searched for.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = String)]
    pub condition: Personal<String>,
    /// In which country.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = String)]
    pub country: Personal<String>,
    /// The solved captcha.
    #[serde(default)]
    pub captcha: String,
}

/// The token of a link in a mail of ours.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewsLinkRequest {
    /// What stands in the link behind `confirm=` or `stop=`.
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub token: Personal<String>,
}
