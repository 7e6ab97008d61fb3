//! How well a study fits a search query.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// How much of a search query a study covers (D-318).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Fit {
    /// The whole query.
    All,
    /// A part of the query.
    Part,
    /// Only a broader concept, a sibling concept, or a part of the name.
    Near,
}
