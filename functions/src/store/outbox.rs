//! The outbox: waiting messages in the Participants table, delivered in order within each collection.
//!
//! A run takes a message by moving its due time ahead, on the condition that no other run has done so. Two runs
//! therefore never deliver it at the same time, and a message that a crashed run left behind becomes due again.
//! Delivery is at least once: a run that stops between delivering a message and recording the delivery causes a
//! second delivery under the same name ([`WaitingMessage::name`]).

use std::{fmt, time::Duration};

use aws_sdk_dynamodb::Client;
use jiff::Timestamp;
use waypoint_domain::participant_number::ParticipantNumber;

use super::{
    Channel, Message, StoreError, UnknownMessage,
    condition::Condition,
    item::{EXPIRES, Item, PK, SK, bytes_of, key, number, number_of, text, text_of},
    outbox_items::{AT, DETAILS, MESSAGE, OUTBOX, SINCE, STATE, TRIES, WAITING, erased_partition},
    participant_items,
    sessions::unix_time_after,
    subscription_items,
    table::{DUE, Table, WAITS_FOR, scan_all},
    write::Write,
};
use crate::news_link::SubscriptionId;

const DEAD: &str = "dead";
const ENDED: &str = "ended_at";
const REASON: &str = "reason";

/// The outbox in the Participants table.
#[derive(Debug, Clone)]
pub struct Outbox {
    table: Table,
}

/// The recipient of messages, and the collection that holds them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Collection {
    /// A participant, or the portal about a participant.
    Participant(ParticipantNumber),
    /// A subscriber to news.
    Subscription(SubscriptionId),
    /// The portal, about an erased participant.
    Erased(ParticipantNumber),
}

/// A message that waits for delivery.
#[derive(Clone)]
pub struct WaitingMessage {
    /// The collection of the message.
    pub collection: Collection,
    /// The kind of message, if this release knows it.
    pub message: Result<Message, UnknownMessage>,
    /// Details, sealed with the collection's key under [`Self::field`].
    pub details: Option<Vec<u8>>,
    /// When the reported status began. `None` if the message reports the status at the time of delivery.
    pub since: Option<Timestamp>,
    /// The number of delivery attempts, including the current one.
    pub tries: u32,
    sort_key: String,
    due: i64,
}

impl WaitingMessage {
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

    /// The condition that the message still waits, and that no other run has taken it since it was read.
    fn is_due_as_read(&self) -> Condition {
        Condition::equals(STATE, text(WAITING)).and(Condition::equals(DUE, number(self.due)))
    }
}

/// A message that was given up and can be sent again, because its content is stored elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadMessage {
    /// The kind of message.
    pub message: Message,
    /// When it was given up.
    pub at: String,
    /// The reason, without personal data.
    pub why: String,
    partition: String,
    sort_key: String,
}

impl DeadMessage {
    fn from_item(item: &Item) -> Option<Self> {
        let attribute = |name| text_of(item, name).unwrap_or_default().to_owned();
        let message: Message = text_of(item, MESSAGE)?.parse().ok()?;
        // These two had details, which were deleted when the message was given up.
        let is_complete = message != Message::ConfirmDeletion && message != Message::News;
        is_complete.then(|| Self {
            message,
            at: attribute(ENDED),
            why: attribute(REASON),
            partition: attribute(PK),
            sort_key: attribute(SK),
        })
    }
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
            Self::Erased(number) => erased_partition(number),
        }
    }

    fn from_partition(text: &str) -> Option<Self> {
        let (kind, id) = text.split_once('#')?;
        match kind {
            "PARTICIPANT" => id.parse().ok().map(Self::Participant),
            "NEWS" => id.parse().ok().map(Self::Subscription),
            "ERASED" => id.parse().ok().map(Self::Erased),
            _ => None,
        }
    }
}

impl Outbox {
    /// Creates a client for the table with this name.
    #[must_use]
    pub fn new(client: Client, table: impl Into<String>) -> Self {
        Self { table: Table::new(client, table) }
    }

    /// The collections of the first `most` due messages of a channel.
    pub async fn due(&self, way: Channel, most: i32, now: Timestamp) -> Result<Vec<Collection>, StoreError> {
        let page = (most, None);
        let operation = "find messages that are due";
        let waits_for = way.waits_for();
        let (items, _) = self.table.due(waits_for, now, page, operation).await?;
        let mut due = Vec::new();
        for collection in items.iter().filter_map(|item| Collection::from_partition(text_of(item, PK)?)) {
            if !due.contains(&collection) {
                due.push(collection);
            }
        }
        Ok(due)
    }

    /// Takes the next message of a collection for the duration of the lease. `None` if no message waits, the first
    /// one isn't due, or another run has it.
    pub async fn lease_next(
        &self,
        (collection, way): (&Collection, Channel),
        lease: Duration,
        now: Timestamp,
    ) -> Result<Option<WaitingMessage>, StoreError> {
        let items = self.messages(collection).await?;
        let (mut waiting, handled): (Vec<&Item>, Vec<&Item>) = items
            .iter()
            .filter(|item| number_of(item, EXPIRES).is_none_or(|end| end > now.as_second()))
            .partition(|item| text_of(item, STATE) == Some(WAITING));
        for item in handled.iter().filter(|item| item.contains_key(DUE)) {
            self.remove_from_index(item).await?;
        }
        waiting.retain(|item| text_of(item, WAITS_FOR) == Some(way.waits_for()));
        waiting.sort_by_key(|item| (text_of(item, AT), text_of(item, SK)));
        let Some(mut first) = waiting.first().and_then(|item| message_of(collection, item)) else {
            return Ok(None);
        };
        // An untried message only waits for the messages before it, which are done.
        if first.due > now.as_second() && first.tries > 0 {
            // A link that was requested again replaces a mail that waits for another day.
            let messages = waiting.iter().filter_map(|item| message_of(collection, item));
            let mut repeated = messages.filter(|message| message.message == Ok(Message::LinkAgain));
            let Some(link) = repeated.find(|message| message.due <= now.as_second()) else {
                self.queue_behind(&first, waiting.into_iter().skip(1)).await?;
                return Ok(None);
            };
            first = link;
        }
        let taken = self
            .change(&first)
            .only_if(first.is_due_as_read())
            .set(DUE, number(unix_time_after(now, lease)))
            .add(TRIES, number(1));
        let is_taken = taken.send("take a message").await?;
        Ok(is_taken.then(|| WaitingMessage { tries: first.tries + 1, ..first }))
    }

    /// Records the delivery of a message.
    pub async fn mark_delivered(&self, message: &WaitingMessage, now: Timestamp) -> Result<(), StoreError> {
        match message.collection {
            Collection::Erased(_) => self.forget(message).await,
            _ => self.close(message, "sent", "", now).await,
        }
    }

    /// Messages that were given up and can be sent again. Scans the whole table.
    pub async fn given_up_messages(&self) -> Result<Vec<DeadMessage>, StoreError> {
        let scan = self.table.scan();
        let scan = scan
            .filter_expression("begins_with(sk, :outbox) AND #state = :dead")
            .expression_attribute_names("#state", STATE)
            .expression_attribute_values(":outbox", text(OUTBOX))
            .expression_attribute_values(":dead", text(DEAD));
        let items = scan_all(scan, "read dead messages").await?;
        Ok(items.iter().filter_map(DeadMessage::from_item).collect())
    }

    /// Puts a dead message back into the queue with no attempts. Returns false if it isn't dead anymore.
    pub async fn send_again(&self, message: &DeadMessage, now: Timestamp) -> Result<bool, StoreError> {
        let change = self
            .table
            .update(key(&message.partition, &message.sort_key))
            .only_if(Condition::equals(STATE, text(DEAD)))
            .set(STATE, text(WAITING))
            .set(WAITS_FOR, text(message.message.channel().waits_for()))
            .set(DUE, number(now.as_second()))
            .set(TRIES, number(0))
            .remove(ENDED)
            .remove(REASON);
        change.send("send a message again").await
    }

    /// Gives up a message. The reason must not contain personal data.
    pub async fn give_up(
        &self,
        message: &WaitingMessage,
        why: &str,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.close(message, DEAD, why, now).await
    }

    /// Schedules another attempt. The reason must not contain personal data.
    pub async fn schedule_retry(
        &self,
        message: &WaitingMessage,
        wait: Duration,
        why: &str,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let change =
            self.change_leased(message).set(DUE, number(unix_time_after(now, wait))).set(REASON, text(why));
        change.send("postpone a message").await.map(drop)
    }

    /// Postpones a message and those behind it, and resets its attempts. It is delivered early if another message
    /// of its collection becomes due.
    pub async fn set_aside(
        &self,
        message: &WaitingMessage,
        wait: Duration,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let later = WaitingMessage { due: unix_time_after(now, wait), ..message.clone() };
        self.reset_tries(message, later.due).await?;
        let items = self.messages(&message.collection).await?;
        let way = message.message.map(Message::channel).ok().map(Channel::waits_for);
        let behind = items.iter().filter(|item| {
            text_of(item, STATE) == Some(WAITING)
                && text_of(item, WAITS_FOR) == way
                && text_of(item, SK) != Some(message.sort_key.as_str())
        });
        self.queue_behind(&later, behind).await
    }

    /// Makes a message due that was set aside.
    pub async fn make_due(&self, message: &WaitingMessage, now: Timestamp) -> Result<(), StoreError> {
        let message = WaitingMessage { tries: 0, ..message.clone() };
        self.reset_tries(&message, now.as_second()).await
    }

    async fn reset_tries(&self, message: &WaitingMessage, due: i64) -> Result<(), StoreError> {
        let change = self.change_leased(message).set(DUE, number(due)).set(TRIES, number(0));
        change.send("set a message aside").await.map(drop)
    }

    async fn close(
        &self,
        message: &WaitingMessage,
        state: &str,
        why: &str,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        // Details are deleted when the message no longer waits.
        let change = self
            .change_leased(message)
            .set(STATE, text(state))
            .set(ENDED, text(now.to_string()))
            .set(REASON, text(why))
            .remove(WAITS_FOR)
            .remove(DUE)
            .remove(DETAILS);
        change.send("close a message").await.map(drop)
    }

    /// Gives the messages behind a postponed one the same due time, so that runs don't check them in vain.
    async fn queue_behind<'a>(
        &self,
        first: &WaitingMessage,
        behind: impl Iterator<Item = &'a Item>,
    ) -> Result<(), StoreError> {
        for item in behind {
            let Some(message) = message_of(&first.collection, item).filter(|message| message.due < first.due)
            else {
                continue;
            };
            let change = self.change(&message).only_if(message.is_due_as_read()).set(DUE, number(first.due));
            change.send("queue a message").await?;
        }
        Ok(())
    }

    /// Deletes the message about an erasure. Nothing may remain of an erased participant.
    async fn forget(&self, message: &WaitingMessage) -> Result<(), StoreError> {
        let place = vec![key(message.collection.partition(), &message.sort_key)];
        self.table.remove(place, "delete a message").await
    }

    async fn remove_from_index(&self, item: &Item) -> Result<(), StoreError> {
        let (Some(pk), Some(sk)) = (text_of(item, PK), text_of(item, SK)) else { return Ok(()) };
        let is_handled = Condition::EXISTS.and(Condition::differs(STATE, text(WAITING)));
        let change = self.table.update(key(pk, sk)).only_if(is_handled).remove(WAITS_FOR).remove(DUE);
        change.send("remove a message from the index").await.map(drop)
    }

    fn change(&self, message: &WaitingMessage) -> Write {
        self.table.update(key(message.collection.partition(), &message.sort_key))
    }

    /// A change of a message that this run has taken. It fails if another run has taken the message since.
    fn change_leased(&self, message: &WaitingMessage) -> Write {
        let has_tries = Condition::equals(TRIES, number(i64::from(message.tries)));
        self.change(message).only_if(Condition::equals(STATE, text(WAITING)).and(has_tries))
    }

    async fn messages(&self, collection: &Collection) -> Result<Vec<Item>, StoreError> {
        let messages = (collection.partition(), OUTBOX);
        self.table.items(messages, "read the messages of a collection").await
    }
}

fn message_of(collection: &Collection, item: &Item) -> Option<WaitingMessage> {
    Some(WaitingMessage {
        collection: collection.clone(),
        message: text_of(item, MESSAGE)?.parse(),
        details: bytes_of(item, DETAILS).map(<[u8]>::to_vec),
        since: text_of(item, SINCE).and_then(|since| since.parse().ok()),
        tries: number_of(item, TRIES).and_then(|tries| u32::try_from(tries).ok()).unwrap_or_default(),
        sort_key: text_of(item, SK)?.to_owned(),
        due: number_of(item, DUE).unwrap_or_default(),
    })
}
