//! The request of `nurse`.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::call_time::CallTime;

/// A participant's request for a call from the nurse.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NurseCallRequest {
    /// The participant's number.
    pub number: String,
    /// The preferred time of the call.
    pub when: CallTime,
}
