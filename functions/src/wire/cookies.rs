//! The response of `cookies`.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

/// Whether a browser accepts cookies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct CookieCheck {
    /// Whether the cookie of an earlier call arrived with this one.
    pub arrived: bool,
}
