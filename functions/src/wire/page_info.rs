//! Whether a URL is one of our pages about a study.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A URL and the study that its page should be about.
#[derive(Debug, Clone, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PageInfoRequest {
    /// The study's registry number or our own number.
    pub nct: String,
    /// The URL, with or without our origin.
    pub url: String,
}

/// The result for the URL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct PageInfoAnswer {
    /// The result, where clients expect it.
    pub data: PageInfo,
}

/// The result of the check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct PageInfo {
    /// Whether the URL is not one of our pages about the study.
    pub error: bool,
}
