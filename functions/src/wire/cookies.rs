//! What `cookies` answers.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

/// Whether a browser keeps cookies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct CookieCheck {
    /// Whether the cookie of an earlier call came with this one.
    pub arrived: bool,
}
