//! The response of `health`.

use serde::Serialize;
use utoipa::ToSchema;

/// The health of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Health {
    /// The site works.
    Ok,
}

/// The health of the site and its release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct HealthAnswer {
    /// Always `ok`. A site that doesn't work responds with a problem instead.
    pub status: Health,
    /// The name that the release was deployed under.
    pub release: String,
}
