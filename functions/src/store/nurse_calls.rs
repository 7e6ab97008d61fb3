//! Requests for a call from the nurse (E-437).

use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use waypoint_domain::call_time::CallTime;

use super::{
    Message, Participants, SignUpRef, StoreError,
    condition::{Condition, Guard},
    item::{item_with, text},
    participant_items::{message_write, participant_item},
    transaction::Commit,
    write::writes,
};
use crate::audit_log::{Actor, Event};

/// The sort key of a call request. A participant has at most one.
pub(super) const NURSE_CALL: &str = "NURSE_CALL";
const CALL_TIME: &str = "call_time";
const ASKED: &str = "asked";
const OPERATION: &str = "store a call request";
/// How long the same request is not sent to the study team again.
const REPEAT_WINDOW: Duration = Duration::from_hours(24);

/// A request for a call from the nurse.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NurseCall {
    /// The preferred time.
    #[serde(rename = "call_time")]
    pub when: CallTime,
    /// When the participant sent the request.
    pub at: Timestamp,
    /// The same time in Unix seconds, for conditions.
    asked: i64,
}

impl Participants {
    /// Stores a request for a call, and notifies the study team's portal. Repeating the same request within a day
    /// has no effect.
    pub async fn request_nurse_call(
        &self,
        sign_up: &SignUpRef,
        when: CallTime,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let before = i64::try_from(REPEAT_WINDOW.as_secs()).map_or(0, |seconds| now.as_second() - seconds);
        let is_new = Condition::ABSENT
            .or(Condition::differs(CALL_TIME, text(when.as_str())))
            .or(Condition::at_most(ASKED, before));
        let call = NurseCall { when, at: now, asked: now.as_second() };
        let item = item_with(participant_item(&sign_up.participant, NURSE_CALL), &call)?;
        let writes = writes![
            self.table.put(item).only_if(is_new).guarded_by(Guard::CallIsNew),
            message_write(&self.table, sign_up, Message::HandOverNurseCall, now),
        ];
        let event = Event::new(Actor::Participant, "nurse_call_requested");
        match self.transact_with_entry(&sign_up.participant, &event, writes, OPERATION, now).await? {
            Commit::Accepted | Commit::Refused(Guard::CallIsNew) => Ok(()),
            Commit::Refused(_) | Commit::Conflict => Err(StoreError::busy(OPERATION)),
        }
    }
}
