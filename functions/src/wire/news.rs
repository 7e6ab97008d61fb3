//! Subscriptions to news by mail: requesting, confirming, and stopping them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::personal::Personal;

/// A subscription to news about one study, or about a condition and a country as searched.
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
    /// The searched condition.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = String)]
    pub condition: Personal<String>,
    /// The searched country.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = String)]
    pub country: Personal<String>,
    /// The solved captcha.
    #[serde(default)]
    pub captcha: String,
}

/// The token of a link in a message: about news, the messages of a sign-up, or details for a study's contact.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MessageLinkRequest {
    /// The part of the link after `confirm=`, `stop=`, `stop-messages=`, or `erase-details=`.
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub token: Personal<String>,
}
