//! The kinds of outbox messages.

use serde::{
    Deserialize, Deserializer,
    de::{IntoDeserializer, value},
};

/// The kind of an outbox message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, strum::IntoStaticStr)]
#[cfg_attr(test, derive(strum::EnumIter))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Message {
    /// To a participant: the sign-up arrived.
    SignedUp,
    /// To a participant: the email address is confirmed.
    Confirmed,
    /// To a participant with a confirmed address: the requested link to the sign-up.
    LinkAgain,
    /// To the owner of an address: asks to confirm a subscription.
    ConfirmNews,
    /// To a subscriber who subscribed again: the subscription already exists.
    NewsAlready,
    /// To a participant: the receipts of what they agreed to.
    Receipts,
    /// To a participant: the status of the referral changed.
    StatusChanged,
    /// To a subscriber: news about a study or a search.
    News,
    /// To the owner of an address: asks to confirm what to send to a study's contact.
    ConfirmIntroduction,
    /// To the contact of a registry study: the details of a person.
    Introduction,
    /// To a person: what was sent to the contact of a study, or why nothing was sent.
    IntroductionReceipt,
    /// To a participant: asks the owner of the address to confirm an erasure request.
    ConfirmDeletion,
    /// To the portal: a new sign-up.
    HandOver,
    /// To the portal: the sign-up form was corrected.
    HandOverCorrection,
    /// To the portal: the participant confirmed the email address.
    HandOverConfirmation,
    /// To the portal: the participant answered further questions.
    HandOverAnswers,
    /// To the portal: the participant accepted the privacy notice.
    HandOverAcknowledgement,
    /// To a participant: medical records were shared with the study team.
    RecordsShared,
    /// To a participant: a share of medical records was withdrawn.
    RecordsTakenBack,
    /// To the portal: shared medical records.
    HandOverRecords,
    /// To the portal: a share of medical records was withdrawn.
    HandOverWithdrawal,
    /// To the portal: the participant asks for a call from the nurse.
    HandOverNurseCall,
    /// To the portal: how the participant wants to be contacted.
    HandOverContact,
    /// To the portal: the participant withdrew consent to messages of a channel.
    HandOverConsents,
    /// To the portal: a participant it knows was erased.
    HandOverErasure,
    /// To the portal: the study team should have contacted the participant.
    HandOverReminder,
    /// To our own team: the study team hasn't contacted a participant, even after a reminder.
    EscalationToOperations,
    /// To the vendor of the study: the same.
    EscalationToVendor,
}

/// The delivery channel of a message. Messages in one channel don't wait for those in another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// Email.
    Mail,
    /// The study team's portal.
    Portal,
}

impl Channel {
    /// The value under which waiting messages of this channel appear in the index of due items.
    pub(super) fn waits_for(self) -> &'static str {
        match self {
            Self::Mail => "delivery",
            Self::Portal => "portal",
        }
    }
}

impl Message {
    /// The delivery channel.
    #[must_use]
    pub fn channel(self) -> Channel {
        match self {
            Self::HandOver
            | Self::HandOverCorrection
            | Self::HandOverConfirmation
            | Self::HandOverAnswers
            | Self::HandOverAcknowledgement
            | Self::HandOverRecords
            | Self::HandOverWithdrawal
            | Self::HandOverNurseCall
            | Self::HandOverContact
            | Self::HandOverConsents
            | Self::HandOverErasure
            | Self::HandOverReminder => Channel::Portal,
            _ => Channel::Mail,
        }
    }

    /// The stored name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Reads the kind of a stored message.
pub(super) fn known_message<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Result<Message, UnknownMessage>, D::Error> {
    let name = String::deserialize(deserializer)?;
    let message = Message::deserialize(name.into_deserializer());
    Ok(message.map_err(|_: value::Error| UnknownMessage))
}

/// The error for a stored message whose kind this release doesn't know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this release doesn't know the kind of this message")]
pub struct UnknownMessage;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{from_value, json};
    use strum::IntoEnumIterator;

    use super::*;

    #[test]
    fn every_message_is_read_by_its_stored_name() {
        for message in Message::iter() {
            assert_eq!(from_value::<Message>(json!(message.name())).unwrap(), message);
        }
        let names: BTreeSet<&str> = Message::iter().map(Message::name).collect();
        assert!(names.contains("hand_over_acknowledgement") && names.contains("escalation_to_operations"));
        assert_eq!(names.len(), Message::iter().count());
    }
}
