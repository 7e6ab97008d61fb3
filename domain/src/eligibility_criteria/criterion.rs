//! One criterion of a list.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// One criterion, or a sub-heading between criteria.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Criterion {
    /// The words, without bullet and escapes.
    pub text: String,
    /// Nesting; 0 is the outermost.
    pub level: u8,
    /// Whether it is a sub-heading inside the list.
    pub heading: bool,
}
