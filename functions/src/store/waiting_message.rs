//! Messages of the outbox as they are stored, and the collections that hold them.

use std::fmt;

use jiff::Timestamp;
use serde::Deserialize;
use waypoint_domain::participant_number::ParticipantNumber;

use super::{
    Channel, Message, StoreError, UnknownMessage,
    condition::Condition,
    introductions,
    item::{Bytes, number},
    message::known_message,
    outbox_items::{MessageState, STATE, erased_partition},
    participant_items, subscription_items,
    table::DUE,
};
use crate::{introduction_link::IntroductionId, news_link::SubscriptionId};

/// The stored text of [`DelayReason::DailyLimit`].
const DAILY_LIMIT: &str = "the address has reached its daily limit for this kind of mail";

/// The recipient of messages, and the collection that holds them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Collection {
    /// A participant, or the portal about a participant.
    Participant(ParticipantNumber),
    /// A subscriber to news.
    Subscription(SubscriptionId),
    /// The owner of an address, or the contact of a study, about an introduction.
    Introduction(IntroductionId),
    /// The portal, about an erased participant.
    Erased(ParticipantNumber),
}

/// A message that waits for delivery.
#[derive(Clone, Deserialize)]
pub struct WaitingMessage {
    /// The collection of the message.
    #[serde(rename = "pk")]
    pub collection: Collection,
    /// The kind of message, if this release knows it.
    #[serde(deserialize_with = "known_message")]
    pub message: Result<Message, UnknownMessage>,
    /// Details, sealed with the collection's key under [`Self::field`].
    pub(super) details: Option<Bytes>,
    /// When the reported status began. `None` if the message reports the status at the time of delivery.
    pub since: Option<Timestamp>,
    /// The number of delivery attempts, including the current one.
    #[serde(default)]
    pub tries: u32,
    #[serde(rename = "sk")]
    pub(super) sort_key: String,
    pub(super) at: String,
    pub(super) state: MessageState,
    pub(super) waits_for: Option<String>,
    #[serde(rename = "due_at", default)]
    pub(super) due: i64,
    pub(super) expires_at: Option<i64>,
    /// Why the last attempt delivered nothing.
    pub(super) reason: Option<DelayReason>,
}

/// Why an attempt didn't deliver a message. It contains no personal data.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub enum DelayReason {
    /// The address has received as many mails of this kind as it may in a day.
    DailyLimit,
    /// The attempt failed.
    Failure(String),
}

impl From<String> for DelayReason {
    fn from(text: String) -> Self {
        if text == DAILY_LIMIT { Self::DailyLimit } else { Self::Failure(text) }
    }
}

impl fmt::Display for DelayReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DailyLimit => DAILY_LIMIT,
            Self::Failure(why) => why,
        })
    }
}

impl WaitingMessage {
    pub(super) fn is_over_daily_limit(&self) -> bool {
        self.reason == Some(DelayReason::DailyLimit)
    }

    /// A unique, stable name.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}\n{}", self.collection.partition(), self.sort_key)
    }

    /// The kind of message. Fails if this release doesn't know it. Another release may.
    pub fn kind(&self) -> Result<Message, StoreError> {
        self.message.map_err(|unknown| StoreError::new("read a message", unknown.to_string()))
    }

    /// The field name under which the details are sealed.
    #[must_use]
    pub fn field(&self) -> &str {
        &self.sort_key
    }

    pub(super) fn sealed_details(&self) -> Result<&[u8], StoreError> {
        let details = self.details.as_ref().ok_or_else(|| StoreError::unreadable("read a message"))?;
        Ok(&details.0)
    }

    pub(super) fn waits_in(&self, channel: Channel) -> bool {
        self.state == MessageState::Waiting && self.waits_for.as_deref() == Some(channel.waits_for())
    }

    /// The condition that the message still waits, and that no other run has taken it since it was read.
    pub(super) fn is_due_as_read(&self) -> Condition {
        Condition::equals(STATE, MessageState::Waiting.stored()).and(Condition::equals(DUE, number(self.due)))
    }
}

/// A message that was given up and can be sent again, because its content is stored elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct DeadMessage {
    /// The kind of message.
    pub message: Message,
    /// When it was given up.
    #[serde(rename = "ended_at")]
    pub at: Timestamp,
    /// The reason of the last attempt.
    #[serde(rename = "reason")]
    pub why: DelayReason,
    pub(super) pk: String,
    pub(super) sk: String,
}

impl fmt::Debug for WaitingMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WaitingMessage")
            .field("message", &self.message)
            .field("tries", &self.tries)
            .finish_non_exhaustive()
    }
}

impl Collection {
    /// The partition that holds the messages.
    pub(super) fn partition(&self) -> String {
        match self {
            Self::Participant(number) => participant_items::partition(number),
            Self::Subscription(id) => subscription_items::partition(id),
            Self::Introduction(id) => introductions::partition(id),
            Self::Erased(number) => erased_partition(number),
        }
    }
}

impl TryFrom<String> for Collection {
    type Error = &'static str;

    fn try_from(partition: String) -> Result<Self, Self::Error> {
        let collection = partition.split_once('#').and_then(|(kind, id)| match kind {
            "PARTICIPANT" => id.parse().ok().map(Self::Participant),
            "NEWS" => id.parse().ok().map(Self::Subscription),
            "INTRODUCTION" => id.parse().ok().map(Self::Introduction),
            "ERASED" => id.parse().ok().map(Self::Erased),
            _ => None,
        });
        collection.ok_or("this partition holds no messages")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_reason_is_read_as_it_was_written() {
        for reason in [DelayReason::DailyLimit, DelayReason::Failure("the mail server is down".to_owned())] {
            assert_eq!(DelayReason::from(reason.to_string()), reason);
        }
    }
}
