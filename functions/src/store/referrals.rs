//! The status of a participant's referral, as reported by the study team's portal.

use jiff::{Timestamp, tz::TimeZone};
use waypoint_domain::{
    participant_number::ParticipantNumber,
    referral::{self, Referral, ReferralStatus},
    study_figures::{ContactWait, Figure},
    study_number::StudyNumber,
};

use super::{
    Acknowledgement, FigureEvent, Figures, Message, Participants, StoreError,
    condition::Condition,
    figures::figure_day,
    item::{Item, fields_of, item_named, key, number, text},
    outbox_items::{SINCE, new_message},
    participant_items::{ACKNOWLEDGEMENT, REFERRAL, partition},
    response_clock::stop_write,
    returning::state_in,
    table::Table,
    transaction::{Commit, Tries},
    write::{Update, Write, writes},
};
use crate::audit_log::{Actor, Event};

const STATUS: &str = "status";
const REASON: &str = "reason";
/// Whether the first contact was counted.
const CONTACT_COUNTED: &str = "contact_counted";

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
    /// Whether the study team has closed the sign-up.
    pub async fn is_closed(&self, participant: &ParticipantNumber) -> Result<bool, StoreError> {
        let item = self.item(key(partition(participant), REFERRAL)).await?;
        let referral: Option<Referral> = item.as_ref().map(fields_of).transpose()?;
        Ok(referral.is_some_and(|referral| referral.status == ReferralStatus::Closed))
    }

    /// Stores the reported status and a message to the participant, in one transaction. The response clock stops when
    /// the study team has been in touch. The first contact counts, even if a later status is already known. Its wait is
    /// in days of this time zone.
    pub async fn update_referral(
        &self,
        (participant, study): (&ParticipantNumber, &StudyNumber),
        reported: Referral,
        (figures, zone): (&Figures, &TimeZone),
        now: Timestamp,
    ) -> Result<ReferralUpdate, StoreError> {
        let operation = "store the status of a referral";
        let mut tries = Tries::new(operation);
        loop {
            tries.begin()?;
            let items = self.items(participant).await?;
            let state = state_in(&items, participant, now)?;
            if state.is_none_or(|state| state.sign_up.study_number != *study) {
                return Ok(ReferralUpdate::UnknownParticipant);
            }
            let known: Option<Referral> = item_named(&items, REFERRAL).map(fields_of).transpose()?;
            let new = referral::merge_report(known, reported);
            let contact = first_contact(&items, study, reported, zone)?;
            if new.is_none() && contact.is_none() {
                return Ok(ReferralUpdate::Known);
            }
            let mut update = status_update(&self.table, participant, known, new);
            if contact.is_some() {
                update = update.set(CONTACT_COUNTED, number(1));
            }
            let mut writes = writes![self.check_not_erased(participant), update];
            writes.extend(contact.map(|contact| figures.event_write(&contact)).transpose()?.map(Into::into));
            if let Some(new) = new {
                writes.extend(self.change_writes((participant, &items), known, new, now).await?);
            }
            match self.table.transact(writes, operation).await? {
                Commit::Accepted if new.is_some() => return Ok(ReferralUpdate::Changed),
                Commit::Accepted => return Ok(ReferralUpdate::Known),
                Commit::Refused(_) | Commit::Conflict => {}
            }
        }
    }

    /// The message about a changed status, the audit entry, and the end of the response clock.
    async fn change_writes(
        &self,
        (participant, items): (&ParticipantNumber, &[Item]),
        known: Option<Referral>,
        new: Referral,
        now: Timestamp,
    ) -> Result<Vec<Write>, StoreError> {
        let before = known.map_or("", |known| known.status.as_str());
        let event = Event::change(Actor::Portal, "referral", before, new.status.as_str());
        let last = self.last_entry(participant).await?;
        // The message names the time of its status, so that only the last of several changes is mailed.
        let message = new_message(&self.table, partition(participant), Message::StatusChanged, now)
            .set(SINCE, text(new.since.to_string()));
        let mut writes = writes![message];
        if new.status.is_answer() {
            writes.extend(stop_write(&self.table, participant, items)?.map(Into::into));
        }
        writes.extend(self.entry(participant, last.as_ref(), event, now)?.map(Into::into));
        Ok(writes)
    }
}

/// What to count, if this is the first report of a contact. It counts on the day on which the study team received the
/// sign-up.
fn first_contact<'a>(
    items: &[Item],
    study: &'a StudyNumber,
    reported: Referral,
    zone: &TimeZone,
) -> Result<Option<FigureEvent<'a>>, StoreError> {
    let is_counted = item_named(items, REFERRAL).is_some_and(|item| item.contains_key(CONTACT_COUNTED));
    let received: Option<Acknowledgement> = item_named(items, ACKNOWLEDGEMENT).map(fields_of).transpose()?;
    Ok(received.filter(|_| reported.status.is_contact() && !is_counted).map(
        |Acknowledgement { at, .. }| {
            let figure = Figure::Contacted(ContactWait::between(at, reported.since, zone));
            FigureEvent { study, day: figure_day(at), figure }
        },
    ))
}

/// The write of the new status, if it changes. It fails if another report came in between.
fn status_update(
    table: &Table,
    participant: &ParticipantNumber,
    known: Option<Referral>,
    new: Option<Referral>,
) -> Write<Update> {
    let unchanged = match known {
        None => Condition::Lacks(SINCE),
        Some(known) => Condition::equals(SINCE, text(known.since.to_string())),
    };
    let update = table.update(key(partition(participant), REFERRAL)).only_if(unchanged);
    let Some(new) = new else { return update };
    let update = update.set(STATUS, text(new.status.as_str())).set(SINCE, text(new.since.to_string()));
    match new.reason {
        Some(reason) => update.set(REASON, text(reason.as_str())),
        None => update.remove(REASON),
    }
}
