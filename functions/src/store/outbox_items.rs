//! Outbox messages: items in the collection of their recipient. Personal values in them are sealed. A message is
//! written in the same transaction as the change that it reports.

use aws_sdk_dynamodb::types::AttributeValue;
use jiff::Timestamp;
use serde::Deserialize;
use waypoint_domain::{participant_number::ParticipantNumber, retention::RetentionPeriod};

use super::{
    Message,
    item::{EXPIRES, expiry, key, number, text},
    table::{DUE, Table, WAITS_FOR},
    write::{Put, Write},
};

pub(super) const OUTBOX: &str = "OUTBOX#";
pub(super) const STATE: &str = "state";
pub(super) const MESSAGE: &str = "message";
const AT: &str = "at";
pub(super) const TRIES: &str = "tries";
/// When the reported status began, for messages whose status may change before delivery.
pub(super) const SINCE: &str = "since";
pub(super) const DETAILS: &str = "details";

/// How far a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub(super) enum MessageState {
    /// It waits for delivery.
    Waiting,
    /// It was delivered, or isn't needed anymore.
    Sent,
    /// It was given up.
    Dead,
}

impl MessageState {
    pub(super) fn stored(self) -> AttributeValue {
        text(<&str>::from(self))
    }
}

pub(super) fn erased_partition(number: &ParticipantNumber) -> String {
    format!("ERASED#{number}")
}

/// The sort key of a new message, under which its details are sealed.
pub(super) fn message_sort_key(message: Message, now: Timestamp) -> String {
    format!("{OUTBOX}{now:.9}#{}", message.name())
}

/// The write of a new message, due now.
pub(super) fn new_message(table: &Table, partition: String, message: Message, now: Timestamp) -> Write<Put> {
    waiting(table.put_new(key(partition, message_sort_key(message, now))), message, now)
}

/// The write of a message that tells the portal about an erasure. Its key is always the same, however many times an
/// erasure starts. It is deleted after delivery, or expires.
pub(super) fn erasure_message(table: &Table, owner: &ParticipantNumber, now: Timestamp) -> Write<Put> {
    let message = Message::HandOverErasure;
    let put = table.put(key(erased_partition(owner), format!("{OUTBOX}{}", message.name())));
    waiting(put, message, now).set(EXPIRES, number(expiry(RetentionPeriod::Message, now)))
}

fn waiting(put: Write<Put>, message: Message, now: Timestamp) -> Write<Put> {
    put.set(MESSAGE, text(message.name()))
        .set(AT, text(format!("{now:.9}")))
        .set(STATE, MessageState::Waiting.stored())
        .set(WAITS_FOR, text(message.channel().waits_for()))
        .set(DUE, number(now.as_second()))
}

/// A message that anyone can trigger, limited to one per day. If today's message was already delivered, its state
/// stays the same, and the next run removes it from the index again.
pub(super) fn daily_message_update(
    table: &Table,
    partition: impl Into<String>,
    message: Message,
    now: Timestamp,
) -> Write {
    let day = now.strftime("%Y-%m-%d");
    table
        .update(key(partition, format!("{OUTBOX}{day}#{}", message.name())))
        .set(MESSAGE, text(message.name()))
        .set_if_lacking(AT, text(format!("{now:.9}")))
        .set_if_lacking(STATE, MessageState::Waiting.stored())
        .set_if_lacking(WAITS_FOR, text(message.channel().waits_for()))
        .set_if_lacking(DUE, number(now.as_second()))
        .into()
}
