//! Withdrawals of one channel: of the consent to messages such as texts, of our emails, or of phone calls.

use jiff::Timestamp;
use waypoint_domain::{
    basic_channel::BasicChannel, consent::ConsentBox, participant_number::ParticipantNumber,
    study_number::StudyNumber,
};

use super::{
    Message, Participants, StoreError,
    condition::Condition,
    item::{Item, document, document_of, item_named, items_named, text},
    participant_items::{
        CONSENTS, PROFILE, RECEIPT, message_write, profile_key, receipt_of, receipt_write, stop_attribute,
    },
    returning::state_in,
    transaction::{Commit, Tries},
    write::writes,
};
use crate::{
    audit_log::{Actor, Event},
    receipt::{Agreement, Receipt},
};

const OPERATION: &str = "withdraw consent to messages";

/// A channel that a participant can stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageChannel<'a> {
    /// A channel that comes with every sign-up.
    Basic(BasicChannel),
    /// A channel that the participant may have agreed to, by its consent box.
    Agreed(&'a ConsentBox),
}

impl<'a> MessageChannel<'a> {
    /// Returns the channel with this id. Required boxes are no channels.
    #[must_use]
    pub fn named(boxes: &'a [ConsentBox], id: &str) -> Option<Self> {
        let agreed = || boxes.iter().find(|known| !known.required && known.id == id).map(Self::Agreed);
        BasicChannel::named(id).map(Self::Basic).or_else(agreed)
    }
}

/// The result of a withdrawal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageWithdrawal {
    /// The participant gets no more messages of the channel.
    Withdrawn,
    /// The participant had not agreed to messages of the channel, or withdrew before.
    NotAgreed,
    /// No participant with this number signed up for this study.
    UnknownParticipant,
}

impl Participants {
    /// Stops a channel. The portal is notified, unless it reports the stop itself. Every later message to the portal
    /// reflects it.
    pub async fn stop_messages(
        &self,
        sign_up: (&ParticipantNumber, &StudyNumber),
        channel: MessageChannel<'_>,
        actor: Actor,
        now: Timestamp,
    ) -> Result<MessageWithdrawal, StoreError> {
        match channel {
            MessageChannel::Basic(channel) => self.stop_basic_channel(sign_up, channel, actor, now).await,
            MessageChannel::Agreed(channel) => self.withdraw_consent(sign_up, channel, actor, now).await,
        }
    }

    /// Withdraws the consent to messages of a channel, whose box this is. The receipt is mailed.
    async fn withdraw_consent(
        &self,
        (number, study): (&ParticipantNumber, &StudyNumber),
        channel: &ConsentBox,
        actor: Actor,
        now: Timestamp,
    ) -> Result<MessageWithdrawal, StoreError> {
        let mut tries = Tries::new(OPERATION);
        loop {
            tries.begin()?;
            let items = self.items(number).await?;
            let state = state_in(&items, number, now)?.filter(|state| state.sign_up.study_number == *study);
            let Some(state) = state else { return Ok(MessageWithdrawal::UnknownParticipant) };
            let Some((agreed, unchanged)) = consents_in(&items)? else {
                return Ok(MessageWithdrawal::NotAgreed);
            };
            let rest: Vec<&String> = agreed.iter().filter(|id| **id != channel.id).collect();
            if rest.len() == agreed.len() {
                return Ok(MessageWithdrawal::NotAgreed);
            }
            let sign_up = &state.sign_up;
            let profile = self.table.update_existing(profile_key(number)).set(CONSENTS, document(&rest)?);
            let mut writes = writes![profile.only_if(unchanged)];
            let mut digest = String::new();
            let receipts: Vec<Receipt> =
                items_named(&items, RECEIPT).map(receipt_of).collect::<Result<_, _>>()?;
            if let Some(agreement) = Agreement::to_stop_messages(&receipts, channel) {
                let receipt = Receipt::next_after(receipts.last(), agreement, now);
                writes.push(receipt_write(&self.table, sign_up, &receipt)?);
                writes.push(message_write(&self.table, sign_up, Message::Receipts, now));
                digest = receipt.digest;
            }
            if actor != Actor::Portal {
                writes.push(message_write(&self.table, sign_up, Message::HandOverConsents, now));
            }
            let event = Event::change(actor, "messages_stopped", &channel.id, &digest);
            match self.transact_with_entry(number, &event, writes, OPERATION, now).await? {
                Commit::Accepted => return Ok(MessageWithdrawal::Withdrawn),
                Commit::Refused(_) | Commit::Conflict => {}
            }
        }
    }

    /// Stops phone calls, or the emails about a sign-up that we send on our own. Emails that a participant asks for, and
    /// receipts, are not affected. No consent was given, so there is no receipt of its withdrawal.
    async fn stop_basic_channel(
        &self,
        (number, study): (&ParticipantNumber, &StudyNumber),
        channel: BasicChannel,
        actor: Actor,
        now: Timestamp,
    ) -> Result<MessageWithdrawal, StoreError> {
        let attribute = stop_attribute(channel);
        let mut tries = Tries::new(OPERATION);
        loop {
            tries.begin()?;
            let items = self.items(number).await?;
            let state = state_in(&items, number, now)?.filter(|state| state.sign_up.study_number == *study);
            let Some(state) = state else { return Ok(MessageWithdrawal::UnknownParticipant) };
            if item_named(&items, PROFILE).is_some_and(|profile| profile.contains_key(attribute)) {
                return Ok(MessageWithdrawal::NotAgreed);
            }
            let profile = self.table.update_existing(profile_key(number));
            let stop = profile.only_if(Condition::Lacks(attribute)).set(attribute, text(now.to_string()));
            let mut writes = writes![stop];
            if actor != Actor::Portal {
                writes.push(message_write(&self.table, &state.sign_up, Message::HandOverConsents, now));
            }
            let event = Event::change(actor, "messages_stopped", channel.id(), "");
            match self.transact_with_entry(number, &event, writes, OPERATION, now).await? {
                Commit::Accepted => return Ok(MessageWithdrawal::Withdrawn),
                Commit::Refused(_) | Commit::Conflict => {}
            }
        }
    }
}

/// The ids of the ticked boxes, and the condition that they haven't changed.
fn consents_in(items: &[Item]) -> Result<Option<(Vec<String>, Condition)>, StoreError> {
    let Some(profile) = item_named(items, PROFILE) else { return Ok(None) };
    let Some(stored) = profile.get(CONSENTS) else { return Ok(None) };
    Ok(Some((document_of(profile, CONSENTS)?, Condition::equals(CONSENTS, stored.clone()))))
}
