//! Correcting an unconfirmed email address, and sending the link to a sign-up again.

use jiff::Timestamp;
use serde_json::Value;
use waypoint_domain::{participant::Email, participant_number::ParticipantNumber};

use super::{
    Message, Participants, Session, SessionSignUp, Sessions, StoreError,
    condition::Guard,
    item::{key, text},
    outside_items::{OutsideKeys, note_outside_keys},
    participant_items::{
        MAILBOX, PROFILE_FIELDS, address_item, address_key, address_partition, has_unconfirmed_address,
        message_write, open_fields, profile_key, seal_fields,
    },
    session_tokens::{Renewal, opened_until},
    transaction::{Commit, Tries},
};
use crate::{
    address_prints::AddressPrints,
    audit_log::{Actor, Event},
    external::keys::Keys,
    session_token::PageId,
};

const CORRECT: &str = "correct the address of a sign-up";
const SEND_AGAIN: &str = "send a link again";

/// A request to replace the unconfirmed address of a sign-up.
#[derive(Debug)]
pub struct AddressCorrection<'a> {
    /// The session, which must be allowed to open the sign-up.
    pub session: &'a Session,
    /// The calling page.
    pub page: Option<&'a PageId>,
    /// The session's entry for the sign-up.
    pub open: &'a SessionSignUp,
    /// The new address.
    pub email: &'a Email,
    /// Its fingerprints.
    pub prints: &'a AddressPrints,
}

/// The result of an address correction.
#[derive(Debug)]
pub enum AddressCorrectionResult {
    /// The sign-up has the new address, and the session a new token.
    Corrected(Session),
    /// The owner of the previous address has confirmed it, so it can't be replaced.
    Confirmed,
    /// No such participant, or erasure has started.
    UnknownParticipant,
    /// Another page of the browser has just replaced the session token.
    SessionReplaced,
}

impl Participants {
    /// Replaces the unconfirmed address of a sign-up. Links mailed to the previous address stop working. The portal
    /// receives the corrected sign-up, and the new address receives the link.
    pub async fn correct_address(
        &self,
        sessions: &Sessions,
        keys: &Keys,
        correction: &AddressCorrection<'_>,
        now: Timestamp,
    ) -> Result<AddressCorrectionResult, StoreError> {
        let AddressCorrection { session, page, open, email, prints } = *correction;
        let mailbox = prints.mailbox.current();
        let sign_up = &open.sign_up;
        let number = &sign_up.participant;
        let mut tries = Tries::new(CORRECT);
        loop {
            tries.begin()?;
            let Some(state) = self.sign_up_state(number, now).await? else {
                return Ok(AddressCorrectionResult::UnknownParticipant);
            };
            if state.confirmed.is_some() {
                return Ok(AddressCorrectionResult::Confirmed);
            }
            let profile = self.item(profile_key(number)).await?;
            let profile = profile.ok_or_else(|| StoreError::unreadable(CORRECT))?;
            let data_key = self.data_key(keys, number).await?;
            let sealer = self.table.sealer(&data_key, number.as_str());
            let mut fields = open_fields(&sealer, &profile)?;
            fields.insert("email".into(), Value::from(email.as_str()));
            let corrected = self
                .table
                .update(profile_key(number))
                .only_if(has_unconfirmed_address(&state.mailbox))
                .set(PROFILE_FIELDS, seal_fields(&sealer, &fields)?)
                .set(MAILBOX, text(mailbox));
            let person = prints.person.current().to_owned();
            let entry = SessionSignUp { person, until: opened_until(now), ..open.clone() };
            let Renewal { session: next, mut writes } = sessions.renewal(session, page, Some(entry), now)?;
            let sort_key = address_key(number);
            let place = OutsideKeys::default().and_item(address_partition(mailbox), &sort_key);
            writes.push(corrected.into());
            if state.mailbox != mailbox {
                writes.push(self.table.delete(key(address_partition(&state.mailbox), sort_key)).into());
                writes.push(self.table.put(address_item(mailbox, number, now)?).into());
                writes.push(note_outside_keys(&self.table, &sign_up.participant, &place));
            }
            writes.push(message_write(&self.table, sign_up, Message::SignedUp, now));
            writes.push(message_write(&self.table, sign_up, Message::HandOverCorrection, now));
            let event = Event::change(Actor::Participant, "corrected", "", "email");
            match self.transact_with_entry(&sign_up.participant, &event, writes, CORRECT, now).await? {
                Commit::Accepted => return Ok(AddressCorrectionResult::Corrected(next)),
                Commit::Refused(Guard::SessionCurrent) => {
                    return Ok(AddressCorrectionResult::SessionReplaced);
                }
                Commit::Refused(_) | Commit::Conflict => {}
            }
        }
    }

    /// Sends the link of a sign-up to its address again. Does nothing if there is no such sign-up.
    pub async fn send_link_again(
        &self,
        number: &ParticipantNumber,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let Some(state) = self.sign_up_state(number, now).await? else { return Ok(()) };
        let writes = vec![message_write(&self.table, &state.sign_up, Message::LinkAgain, now)];
        let event = Event::new(Actor::Stranger, "link_sent_again");
        // A failed condition means that erasure has started, or that the same message was just written.
        self.transact_with_entry(number, &event, writes, SEND_AGAIN, now).await.map(drop)
    }
}
