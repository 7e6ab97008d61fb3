//! The outbox: waiting messages in the Participants table, delivered in order within each collection.
//!
//! A run takes a message by moving its due time ahead, on the condition that no other run has done so. Two runs
//! therefore never deliver it at the same time, and a message that a crashed run left behind becomes due again.
//! Delivery is at least once: a run that stops between delivering a message and recording the delivery causes a
//! second delivery under the same name ([`WaitingMessage::name`]).

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use jiff::Timestamp;

use super::{
    Channel, Message, StoreError,
    condition::Condition,
    item::{Item, fields_of, key, number, text, unix_time_after},
    outbox_items::{DETAILS, MessageState, OUTBOX, STATE, TRIES},
    table::{DUE, Table, WAITS_FOR, scan_all},
    waiting_message::{Collection, DeadMessage, DelayReason, WaitingMessage},
    write::{Update, Write},
};

const ENDED: &str = "ended_at";
const REASON: &str = "reason";

/// The outbox in the Participants table.
#[derive(Debug, Clone)]
pub struct Outbox {
    table: Table,
}

impl Outbox {
    /// Creates a client for the table with this name.
    #[must_use]
    pub fn new(client: Client, table: impl Into<String>) -> Self {
        Self { table: Table::new(client, table) }
    }

    /// The collections of the first `most` due messages of a channel.
    pub async fn due(&self, way: Channel, most: i32, now: Timestamp) -> Result<Vec<Collection>, StoreError> {
        let due = (way.waits_for(), "");
        let (partitions, _) =
            self.table.due::<String>(due, now, (most, None), "find messages that are due").await?;
        let mut due = Vec::new();
        for collection in partitions.into_iter().filter_map(|pk| Collection::try_from(pk).ok()) {
            if !due.contains(&collection) {
                due.push(collection);
            }
        }
        Ok(due)
    }

    /// Takes the next message of a collection for the duration of the lease. `None` if no message waits, the first
    /// one isn't due, or another run has it. A mail that is over a daily limit doesn't count as the first.
    pub async fn lease_next(
        &self,
        (collection, way): (&Collection, Channel),
        lease: Duration,
        now: Timestamp,
    ) -> Result<Option<WaitingMessage>, StoreError> {
        let mut messages = self.messages(collection).await?;
        messages.retain(|message| message.expires_at.is_none_or(|end| end > now.as_second()));
        for message in messages.iter().filter(|message| message.state != MessageState::Waiting) {
            self.remove_from_index(message).await?;
        }
        messages.retain(|message| message.waits_in(way));
        messages.sort_by(|one, other| (&one.at, &one.sort_key).cmp(&(&other.at, &other.sort_key)));
        // A mail that waits for another day holds back no other, such as a link that was requested again.
        messages.retain(|message| message.due <= now.as_second() || !message.is_over_daily_limit());
        let Some((next, behind)) = messages.split_first() else { return Ok(None) };
        // An untried message only waits for the messages before it, which are done.
        if next.due > now.as_second() && next.tries > 0 {
            self.queue_behind(next, behind.iter()).await?;
            return Ok(None);
        }
        let taken = self
            .change(next)
            .only_if(next.is_due_as_read())
            .set(DUE, number(unix_time_after(now, lease)))
            .add(TRIES, number(1));
        let is_taken = taken.send("take a message").await?;
        Ok(is_taken.then(|| WaitingMessage { tries: next.tries + 1, ..next.clone() }))
    }

    /// Records the delivery of a message.
    pub async fn mark_delivered(&self, message: &WaitingMessage, now: Timestamp) -> Result<(), StoreError> {
        match message.collection {
            Collection::Erased(_) => self.forget(message).await,
            _ => self.close(message, MessageState::Sent, String::new(), now).await,
        }
    }

    /// Messages that were given up and can be sent again. Scans the whole table.
    pub async fn given_up_messages(&self) -> Result<Vec<DeadMessage>, StoreError> {
        let scan = self.table.scan();
        let scan = scan
            .filter_expression("begins_with(sk, :outbox) AND #state = :dead")
            .expression_attribute_names("#state", STATE)
            .expression_attribute_values(":outbox", text(OUTBOX))
            .expression_attribute_values(":dead", MessageState::Dead.stored());
        let items = scan_all(scan, "read dead messages").await?;
        // These two had details, which were deleted when the message was given up.
        let is_complete =
            |dead: &DeadMessage| ![Message::ConfirmDeletion, Message::News].contains(&dead.message);
        Ok(items.iter().filter_map(|item| fields_of(item).ok()).filter(is_complete).collect())
    }

    /// Puts a dead message back into the queue with no attempts. Returns false if it isn't dead anymore.
    pub async fn send_again(&self, message: &DeadMessage, now: Timestamp) -> Result<bool, StoreError> {
        let change = self
            .table
            .update(key(&message.pk, &message.sk))
            .only_if(Condition::equals(STATE, MessageState::Dead.stored()))
            .set(STATE, MessageState::Waiting.stored())
            .set(WAITS_FOR, text(message.message.channel().waits_for()))
            .set(DUE, number(now.as_second()))
            .set(TRIES, number(0))
            .remove(ENDED)
            .remove(REASON);
        change.send("send a message again").await
    }

    /// Gives up a message.
    pub async fn give_up(
        &self,
        message: &WaitingMessage,
        why: &DelayReason,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.close(message, MessageState::Dead, why.to_string(), now).await
    }

    /// Schedules another attempt.
    pub async fn schedule_retry(
        &self,
        message: &WaitingMessage,
        wait: Duration,
        why: &DelayReason,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let change = self
            .change_leased(message)
            .set(DUE, number(unix_time_after(now, wait)))
            .set(REASON, text(why.to_string()));
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
        let messages = self.messages(&message.collection).await?;
        let Ok(channel) = message.message.map(Message::channel) else { return Ok(()) };
        let is_behind =
            |other: &&WaitingMessage| other.waits_in(channel) && other.sort_key != message.sort_key;
        self.queue_behind(&later, messages.iter().filter(is_behind)).await
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
        state: MessageState,
        why: String,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        // Details are deleted when the message no longer waits.
        let change = self
            .change_leased(message)
            .set(STATE, state.stored())
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
        behind: impl Iterator<Item = &'a WaitingMessage>,
    ) -> Result<(), StoreError> {
        for message in behind.filter(|message| message.due < first.due) {
            let change = self.change(message).only_if(message.is_due_as_read()).set(DUE, number(first.due));
            change.send("queue a message").await?;
        }
        Ok(())
    }

    /// Deletes the message about an erasure. Nothing may remain of an erased participant.
    async fn forget(&self, message: &WaitingMessage) -> Result<(), StoreError> {
        let place = vec![key(message.collection.partition(), &message.sort_key)];
        self.table.remove(place, "delete a message").await
    }

    async fn remove_from_index(&self, message: &WaitingMessage) -> Result<(), StoreError> {
        if message.waits_for.is_none() {
            return Ok(());
        }
        let is_handled = Condition::EXISTS.and(Condition::differs(STATE, MessageState::Waiting.stored()));
        let change = self.change(message).only_if(is_handled).remove(WAITS_FOR).remove(DUE);
        change.send("remove a message from the index").await.map(drop)
    }

    fn change(&self, message: &WaitingMessage) -> Write<Update> {
        self.table.update(key(message.collection.partition(), &message.sort_key))
    }

    /// A change of a message that this run has taken. It fails if another run has taken the message since.
    fn change_leased(&self, message: &WaitingMessage) -> Write<Update> {
        let has_tries = Condition::equals(TRIES, number(i64::from(message.tries)));
        self.change(message).only_if(Condition::equals(STATE, MessageState::Waiting.stored()).and(has_tries))
    }

    async fn messages(&self, collection: &Collection) -> Result<Vec<WaitingMessage>, StoreError> {
        let place = (collection.partition(), OUTBOX);
        let items = self.table.items(place, "read the messages of a collection").await?;
        items.iter().map(fields_of).collect()
    }
}

/// Whether an item is a message that the portal has received, or may have.
pub(super) fn portal_may_know(item: &Item) -> bool {
    fields_of::<WaitingMessage>(item).is_ok_and(|message| {
        let is_tried = message.state != MessageState::Waiting || message.tries > 0;
        is_tried && message.message.is_ok_and(|kind| kind.channel() == Channel::Portal)
    })
}
