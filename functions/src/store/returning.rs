//! Returning to a sign-up by a mailed link, and the sign-ups of an email address.

use jiff::Timestamp;
use waypoint_domain::participant_number::ParticipantNumber;
use waypoint_keys::Fingerprints;

use super::{
    Message, Participants, Session, SessionSignUp, Sessions, SignUpRef, StoreError,
    condition::Guard,
    item::{Item, fields_of, item_named, key, text},
    outside_items::{OutsideKeys, note_outside_keys},
    participant_items::{
        AddressEntry, EMAIL_CONFIRMED, PROFILE, ReadableProfile, address_key, address_partition,
        has_unconfirmed_address, is_participant_profile, message_write, profile_key,
    },
    session_tokens::{Renewal, opened_until, session_key},
    transaction::{Commit, Tries},
    write::Write,
};
use crate::{
    address_prints::AddressPrints,
    audit_log::{Actor, Event},
    session_token::PageId,
};

const RETURN: &str = "open a sign-up by link";
/// The most sign-ups of one address and study shown to its owner.
const MAX_SHOWN: usize = 50;

/// The state of a sign-up and its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignUpState {
    pub sign_up: SignUpRef,
    /// When the sign-up was created.
    pub at: Timestamp,
    /// When the owner of the address confirmed it, if they have.
    pub confirmed: Option<Timestamp>,
    /// The fingerprint of the address and the study, which finds the sign-ups of an address. Mailed links are bound
    /// to it.
    pub mailbox: String,
}

/// The result of opening a sign-up by link.
#[derive(Debug)]
pub enum OpenByLinkResult {
    /// The session may now open the sign-up.
    Opened(Session),
    /// No such participant, or erasure has started.
    NoSignUp,
    /// Another page of the browser has just replaced the session token.
    SessionReplaced,
}

impl Participants {
    /// The state of a sign-up. `None` if there is no such participant.
    pub async fn sign_up_state(
        &self,
        number: &ParticipantNumber,
        now: Timestamp,
    ) -> Result<Option<SignUpState>, StoreError> {
        state_in(&self.items(number).await?, number, now)
    }

    /// The sign-up with this number, if it has the same address and study. `mailbox` has the fingerprints of these.
    pub async fn sign_up_of_address(
        &self,
        state: &SignUpState,
        mailbox: &Fingerprints,
        number: &ParticipantNumber,
        now: Timestamp,
    ) -> Result<Option<SignUpState>, StoreError> {
        let found = self.sign_up_state(number, now).await?;
        Ok(found.filter(|found| found.mailbox == state.mailbox || mailbox.recognizes(&found.mailbox)))
    }

    /// The other sign-ups with the same address for the same study: confirmed ones first, then older before newer.
    /// Returns the first 50, and whether there are more. Each sign-up is stored under the fingerprint that was current
    /// at the time, so this also checks the fingerprints with former keys.
    pub async fn other_sign_ups_of_address(
        &self,
        state: &SignUpState,
        mailbox: &Fingerprints,
        now: Timestamp,
    ) -> Result<(Vec<SignUpState>, bool), StoreError> {
        let own = state.mailbox.as_str();
        let former = mailbox.accepted().filter(|print| *print != own);
        let mut found: Vec<AddressEntry> = Vec::new();
        for print in [own].into_iter().chain(former) {
            let items = self.table.items((address_partition(print), ""), "read the sign-ups of an address");
            found.extend(items.await?.iter().filter_map(|item| fields_of::<AddressEntry>(item).ok()));
        }
        found.retain(|entry| entry.participant != state.sign_up.participant);
        // Many new sign-ups by a stranger must not hide confirmed or older ones.
        found.sort_by_key(|entry| (entry.email_confirmed.is_none(), entry.at));
        let mut others = Vec::new();
        for entry in found {
            if others.len() == MAX_SHOWN {
                return Ok((others, true));
            }
            others.extend(self.sign_up_state(&entry.participant, now).await?);
        }
        Ok((others, false))
    }

    /// Opens a sign-up in a browser by the link mailed to its address, which confirms the address. The link is valid
    /// only as long as the sign-up has the address of `linked`. The session keeps its other sign-ups.
    pub async fn open_by_link(
        &self,
        sessions: &Sessions,
        linked: &SignUpState,
        (session, page): (&Session, Option<&PageId>),
        prints: &AddressPrints,
        now: Timestamp,
    ) -> Result<OpenByLinkResult, StoreError> {
        let mut tries = Tries::new(RETURN);
        while tries.begin().is_ok() {
            let number = &linked.sign_up.participant;
            let state = self.sign_up_state(number, now).await?;
            let Some(state) = state.filter(|state| state.mailbox == linked.mailbox) else {
                return Ok(OpenByLinkResult::NoSignUp);
            };
            let sign_up = &state.sign_up;
            let entry = SessionSignUp {
                sign_up: sign_up.clone(),
                person: prints.person.current().to_owned(),
                returned: Some(now.as_second()),
                until: opened_until(now),
            };
            let Renewal { session: next, mut writes } = sessions.renewal(session, page, Some(entry), now)?;
            let place = OutsideKeys::default().and_session(session_key(session.id()));
            writes.push(note_outside_keys(&self.table, &sign_up.participant, &place));
            if state.confirmed.is_none() {
                writes.extend(self.confirming(&state, now));
            }
            let event_name = if state.confirmed.is_none() { "confirmed" } else { "returned" };
            let event = Event::new(Actor::Participant, event_name);
            match self.transact_with_entry(&sign_up.participant, &event, writes, RETURN, now).await? {
                Commit::Accepted => return Ok(OpenByLinkResult::Opened(next)),
                Commit::Refused(Guard::SessionCurrent) => return Ok(OpenByLinkResult::SessionReplaced),
                Commit::Refused(_) | Commit::Conflict => {}
            }
        }
        Ok(OpenByLinkResult::NoSignUp)
    }

    /// The writes that confirm the address. They fail if it is already confirmed, or was corrected since.
    fn confirming(&self, state: &SignUpState, now: Timestamp) -> [Write; 4] {
        let (table, sign_up, at) = (&self.table, &state.sign_up, text(now.to_string()));
        let in_address = key(address_partition(&state.mailbox), address_key(&sign_up.participant));
        [
            table
                .update(profile_key(&sign_up.participant))
                .only_if(has_unconfirmed_address(&state.mailbox))
                .set(EMAIL_CONFIRMED, at.clone())
                .into(),
            // Among the sign-ups of an address, confirmed ones are shown first.
            table.update_existing(in_address).set(EMAIL_CONFIRMED, at).into(),
            message_write(table, sign_up, Message::Confirmed, now),
            message_write(table, sign_up, Message::HandOverConfirmation, now),
        ]
    }
}

/// The state of a sign-up among its participant's items. `None` if there is no such participant.
pub(super) fn state_in(
    items: &[Item],
    number: &ParticipantNumber,
    now: Timestamp,
) -> Result<Option<SignUpState>, StoreError> {
    let profile = item_named(items, PROFILE).filter(|item| is_participant_profile(item, now));
    let Some(profile) = profile else { return Ok(None) };
    let ReadableProfile { study_number, sys_id, at, mailbox, email_confirmed } = fields_of(profile)?;
    let sign_up = SignUpRef { participant: number.clone(), sys_id, study_number };
    Ok(Some(SignUpState { sign_up, at, confirmed: email_confirmed, mailbox }))
}
