//! How much of a search a study fits.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// How much of what somebody looks for a study is about (D-318).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Fit {
    /// All of it.
    All,
    /// A part of it.
    Part,
    /// None of it, but something wider, another kind of that, or a part of its name.
    Near,
}
