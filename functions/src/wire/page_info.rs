//! Whether an address is one of our own pages about a study.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// An address, and the study that its page should be about.
#[derive(Debug, Clone, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PageInfoRequest {
    /// The study's number, of the registry or of ours.
    pub nct: String,
    /// The address, with or without our origin.
    pub url: String,
}

/// What is known of the address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct PageInfoAnswer {
    /// Where clients look for it.
    pub data: PageInfo,
}

/// The page-info flag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct PageInfo {
    /// Whether the address is none of our pages about the study.
    pub error: bool,
}
