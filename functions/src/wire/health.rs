//! What `health` answers.

use serde::Serialize;
use utoipa::ToSchema;

/// How the site is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Health {
    /// It can answer.
    Ok,
}

/// How the site is, and which release of it answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct HealthAnswer {
    /// How it is.
    pub status: Health,
    /// The release, as whoever deployed it calls it.
    pub release: String,
}
