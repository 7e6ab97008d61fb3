//! The items of a request to erase a participant. It stands in a partition of its own, because it goes after everything
//! that it erases, and holds the participant's number, how far it has come, and nothing else.

use std::time::Duration;

use jiff::Timestamp;
use waypoint_domain::{deletion::Deletion, participant_number::ParticipantNumber, retention::Kept};

use super::{
    item::{EXPIRES, Item, key, number, number_of, text, text_of},
    sessions::after,
};
use crate::deletion_link::DeletionId;

pub(super) const REQUEST: &str = "REQUEST";
pub(super) const STATE: &str = "state";
pub(super) const REQUESTED: &str = "requested";
pub(super) const VERIFIED: &str = "verified";
const OF: &str = "participant";
const DELETION: &str = "DELETION#";
/// What a request that was confirmed waits for in the index of what is due: that nothing is left.
pub(super) const ERASURE: &str = "erasure";
/// After this time an erasure that has begun and not ended was interrupted.
pub(super) const LONGEST_ERASURE: Duration = Duration::from_mins(10);

/// The partition of a request.
pub(super) fn request_partition(id: &DeletionId) -> String {
    format!("{DELETION}{id}")
}

/// The key of a request.
pub(super) fn request_key(id: &DeletionId) -> Item {
    key(request_partition(id), REQUEST)
}

/// A request whose link works from now on for a while.
pub(super) fn request_item(id: &DeletionId, owner: &ParticipantNumber, now: Timestamp) -> Item {
    let mut item = request_key(id);
    item.insert(OF.into(), text(owner.as_str()));
    item.insert(STATE.into(), text(REQUESTED));
    item.insert(EXPIRES.into(), number(after(now, Kept::DeletionRequest.time())));
    item
}

/// How far a request has come, and whom it erases; refused when there is none.
pub(super) fn state_of(item: Option<&Item>) -> (Deletion, Option<ParticipantNumber>) {
    let owner = item.and_then(|item| text_of(item, OF)?.parse().ok());
    let state = item.and_then(|item| match text_of(item, STATE)? {
        VERIFIED => Some(Deletion::Verified),
        REQUESTED => {
            let until = Timestamp::from_second(number_of(item, EXPIRES)?).ok()?;
            Some(Deletion::Requested { until })
        }
        _ => None,
    });
    (state.unwrap_or(Deletion::Refused), owner)
}

/// The request of a partition.
pub(super) fn id_of(partition: &str) -> Option<DeletionId> {
    partition.strip_prefix(DELETION)?.parse().ok()
}
