//! Withdrawals of consent to messages.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A participant's request to get no more messages of a channel.
#[derive(Debug, Clone, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StopMessagesRequest {
    /// The participant's number.
    pub number: String,
    /// The channel: `email`, `call`, or the id of its consent box, such as `sms`.
    pub channel: String,
}

/// The study team's statement that a participant wants no more messages of a channel, for example by answering `STOP`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MessagesStopped {
    /// The participant's number.
    pub participant: String,
    /// The study of the sign-up.
    pub study_number: String,
    /// The channel: `email`, `call`, or the id of its consent box, such as `sms`.
    pub channel: String,
}
