//! What `nurse` takes.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::call_time::CallTime;

/// A participant wants a call of the nurse.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NurseCallRequest {
    /// The participant's number.
    pub number: String,
    /// When the nurse is to call.
    pub when: CallTime,
}
