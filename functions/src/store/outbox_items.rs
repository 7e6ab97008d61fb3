//! Outbox messages: items in the collection of their recipient. Personal values in them are sealed. A message is
//! written in the same transaction as the change that it reports.

use jiff::Timestamp;
use waypoint_domain::{participant_number::ParticipantNumber, retention::RetentionPeriod};

use super::{
    Channel, Message,
    item::{EXPIRES, Item, SK, key, number, number_of, text, text_of},
    sessions::unix_time_after,
    table::{DUE, Table, WAITS_FOR},
    write::Write,
};

pub(super) const OUTBOX: &str = "OUTBOX#";
pub(super) const STATE: &str = "state";
pub(super) const WAITING: &str = "waiting";
pub(super) const MESSAGE: &str = "message";
pub(super) const AT: &str = "at";
pub(super) const TRIES: &str = "tries";
/// When the reported status began, for messages whose status may change before delivery.
pub(super) const SINCE: &str = "since";
/// Sealed details.
pub(super) const DETAILS: &str = "details";

/// The partition of messages about an erased participant.
pub(super) fn erased_partition(number: &ParticipantNumber) -> String {
    format!("ERASED#{number}")
}

/// A message that tells the portal about an erasure. Its key is always the same, however many times an erasure
/// starts. It is deleted after delivery, or expires.
pub(super) fn erasure_item(owner: &ParticipantNumber, now: Timestamp) -> Item {
    let mut item = waiting_item(erased_partition(owner), Message::HandOverErasure, now);
    item.insert(SK.into(), text(format!("{OUTBOX}{}", Message::HandOverErasure.name())));
    item.insert(EXPIRES.into(), number(unix_time_after(now, RetentionPeriod::Message.duration())));
    item
}

/// Whether the portal has received this message, or may have.
pub(super) fn portal_may_know(item: &Item) -> bool {
    let message: Option<Message> = text_of(item, MESSAGE).and_then(|name| name.parse().ok());
    let is_tried =
        text_of(item, STATE) != Some(WAITING) || number_of(item, TRIES).is_some_and(|tries| tries > 0);
    message.is_some_and(|message| message.channel() == Channel::Portal) && is_tried
}

/// A new message, due now.
pub(super) fn waiting_item(partition: impl Into<String>, message: Message, now: Timestamp) -> Item {
    let mut item = key(partition, format!("{OUTBOX}{now:.9}#{}", message.name()));
    item.insert(MESSAGE.into(), text(message.name()));
    item.insert(AT.into(), text(format!("{now:.9}")));
    item.insert(STATE.into(), text(WAITING));
    item.insert(WAITS_FOR.into(), text(message.channel().waits_for()));
    item.insert(DUE.into(), number(now.as_second()));
    item
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
        .set_if_lacking(STATE, text(WAITING))
        .set_if_lacking(WAITS_FOR, text(message.channel().waits_for()))
        .set_if_lacking(DUE, number(now.as_second()))
}
