//! The status of a participant's referral, as reported by the study team's portal.

use jiff::Timestamp;
use waypoint_domain::{
    participant_number::ParticipantNumber,
    referral::{self, Referral},
    study_number::StudyNumber,
};

use super::{
    Message, Participants, StoreError,
    condition::Condition,
    item::{fields_of, item_named, key, text},
    outbox_items::{SINCE, new_message},
    participant_items::{REFERRAL, partition},
    response_clock::stop_write,
    returning::state_in,
    table::Table,
    transaction::Commit,
    write::Write,
};
use crate::audit_log::{Actor, Event};

const STATUS: &str = "status";
const REASON: &str = "reason";

/// How many times to try to store a report when other writes interfere.
const TRIES: u32 = 4;

/// The result of a report by the portal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferralUpdate {
    /// The status changed.
    Changed,
    /// The status is already known, or a later one is.
    Known,
    /// No participant with this number signed up for this study.
    UnknownParticipant,
}

impl Participants {
    /// Stores the reported status and a message to the participant, in one transaction. The response clock stops when
    /// the study team has been in touch.
    pub async fn update_referral(
        &self,
        (number, study): (&ParticipantNumber, &StudyNumber),
        reported: Referral,
        now: Timestamp,
    ) -> Result<ReferralUpdate, StoreError> {
        let operation = "store the status of a referral";
        for _ in 0..TRIES {
            let items = self.items(number).await?;
            let state = state_in(&items, number, now)?;
            if state.is_none_or(|state| state.sign_up.study_number != *study) {
                return Ok(ReferralUpdate::UnknownParticipant);
            }
            let known: Option<Referral> = item_named(&items, REFERRAL).map(fields_of).transpose()?;
            let Some(new) = referral::merge_report(known, reported) else { return Ok(ReferralUpdate::Known) };
            let before = known.map_or("", |known| known.status.as_str());
            let event = Event::change(Actor::Portal, "referral", before, new.status.as_str());
            let last = self.last_entry(number).await?;
            let mut writes = vec![
                self.check_not_erased(number),
                status_update(&self.table, number, known, new),
                // The message names the time of its status, so that only the last of several changes is mailed.
                new_message(&self.table, partition(number), Message::StatusChanged, now)
                    .set(SINCE, text(new.since.to_string())),
            ];
            if new.status.is_answer() {
                writes.extend(stop_write(&self.table, number, &items)?);
            }
            writes.extend(self.entry(number, last.as_ref(), event, now)?);
            match self.table.transact(writes, operation).await? {
                Commit::Accepted => return Ok(ReferralUpdate::Changed),
                Commit::Refused(_) | Commit::Conflict => {}
            }
        }
        Err(StoreError::busy(operation))
    }
}

/// The write of the new status. It fails if another report came in between.
fn status_update(table: &Table, number: &ParticipantNumber, known: Option<Referral>, new: Referral) -> Write {
    let unchanged = match known {
        None => Condition::Lacks(SINCE),
        Some(known) => Condition::equals(SINCE, text(known.since.to_string())),
    };
    let update = table
        .update(key(partition(number), REFERRAL))
        .only_if(unchanged)
        .set(STATUS, text(new.status.as_str()))
        .set(SINCE, text(new.since.to_string()));
    match new.reason {
        Some(reason) => update.set(REASON, text(reason.as_str())),
        None => update.remove(REASON),
    }
}
