//! The item of an erasure request. It has its own partition because it is deleted after everything else. It holds
//! only the participant's number and the state of the request.

use std::time::Duration;

use jiff::Timestamp;
use waypoint_domain::{
    deletion::ErasureState, participant_number::ParticipantNumber, retention::RetentionPeriod,
};

use super::{
    item::{EXPIRES, Item, key, number, number_of, text, text_of},
    participant_items::MAILBOX,
    sessions::unix_time_after,
};
use crate::deletion_link::DeletionId;

pub(super) const REQUEST: &str = "REQUEST";
pub(super) const STATE: &str = "state";
pub(super) const REQUESTED: &str = "requested";
pub(super) const VERIFIED: &str = "verified";
const PARTICIPANT: &str = "participant";
const DELETION: &str = "DELETION#";
/// The value under which confirmed requests appear in the index of due items.
pub(super) const ERASURE: &str = "erasure";
/// An erasure that hasn't finished after this time counts as interrupted.
pub(super) const MAX_ERASURE_TIME: Duration = Duration::from_mins(10);

/// The partition of an erasure request.
pub(super) fn request_partition(id: &DeletionId) -> String {
    format!("{DELETION}{id}")
}

/// The key of an erasure request.
pub(super) fn request_key(id: &DeletionId) -> Item {
    key(request_partition(id), REQUEST)
}

/// A new erasure request, whose link is valid from now on, as long as the participant has this address.
pub(super) fn request_item(
    id: &DeletionId,
    owner: &ParticipantNumber,
    mailbox: &str,
    now: Timestamp,
) -> Item {
    let mut item = request_key(id);
    item.insert(PARTICIPANT.into(), text(owner.as_str()));
    item.insert(MAILBOX.into(), text(mailbox));
    item.insert(STATE.into(), text(REQUESTED));
    item.insert(EXPIRES.into(), number(unix_time_after(now, RetentionPeriod::ErasureRequest.duration())));
    item
}

/// The state of a request and the participant to erase. A missing request counts as refused.
pub(super) fn state_of(item: Option<&Item>) -> (ErasureState, Option<ParticipantNumber>) {
    let owner = item.and_then(|item| text_of(item, PARTICIPANT)?.parse().ok());
    let state = item.and_then(|item| match text_of(item, STATE)? {
        VERIFIED => Some(ErasureState::Verified),
        REQUESTED => {
            let until = Timestamp::from_second(number_of(item, EXPIRES)?).ok()?;
            Some(ErasureState::Requested { until })
        }
        _ => None,
    });
    (state.unwrap_or(ErasureState::Refused), owner)
}

/// The request id in a partition key.
pub(super) fn id_of(partition: &str) -> Option<DeletionId> {
    partition.strip_prefix(DELETION)?.parse().ok()
}
