//! Messages that wait to be handed over: items of the collection of whoever they are for, without any
//! personal value that is not sealed. They are written with what they tell of, in one transaction.

use aws_sdk_dynamodb::types::{Update, builders::UpdateBuilder};
use jiff::Timestamp;
use waypoint_domain::{participant_number::ParticipantNumber, retention::Kept};

use super::{
    Message, Way,
    by_due::{DUE, WAITS_FOR},
    item::{EXPIRES, Item, SK, key, number, number_of, text, text_of},
    sessions::after,
};

pub(super) const OUTBOX: &str = "OUTBOX#";
pub(super) const STATE: &str = "state";
pub(super) const WAITING: &str = "waiting";
pub(super) const MESSAGE: &str = "message";
pub(super) const AT: &str = "at";
pub(super) const TRIES: &str = "tries";
/// Since when that is so which it tells, where it may have changed before the message goes.
pub(super) const SINCE: &str = "since";
/// What else it tells, sealed.
pub(super) const DETAILS: &str = "details";

/// Where it is kept what has to be told of a participant who is erased.
pub(super) fn erased_partition(number: &ParticipantNumber) -> String {
    format!("ERASED#{number}")
}

/// That a participant is erased, for the portal that was told of the sign-up. It is the same item however often an erasure
/// begins, and it goes when it is told, or by itself.
pub(super) fn erasure_item(owner: &ParticipantNumber, now: Timestamp) -> Item {
    let mut item = waiting_item(erased_partition(owner), Message::HandOverErasure, now);
    item.insert(SK.into(), text(format!("{OUTBOX}{}", Message::HandOverErasure.name())));
    item.insert(EXPIRES.into(), number(after(now, Kept::Message.time())));
    item
}

/// Whether this is a message to the portal that it has, or may have.
pub(super) fn was_told_to_portal(item: &Item) -> bool {
    let message: Option<Message> = text_of(item, MESSAGE).and_then(|name| name.parse().ok());
    let is_tried =
        text_of(item, STATE) != Some(WAITING) || number_of(item, TRIES).is_some_and(|tries| tries > 0);
    message.is_some_and(|message| message.way() == Way::Portal) && is_tried
}

/// A message that waits from now on.
pub(super) fn waiting_item(partition: impl Into<String>, message: Message, now: Timestamp) -> Item {
    let mut item = key(partition, format!("{OUTBOX}{now:.9}#{}", message.name()));
    item.insert(MESSAGE.into(), text(message.name()));
    item.insert(AT.into(), text(format!("{now:.9}")));
    item.insert(STATE.into(), text(WAITING));
    item.insert(WAITS_FOR.into(), text(message.way().waits_for()));
    item.insert(DUE.into(), number(now.as_second()));
    item
}

/// A message that a stranger may give the occasion for: one a day at the most, whatever strangers do. One that was
/// handed over today stays so, because its state stays; it is taken out of the index again when its turn comes.
pub(super) fn note_to(
    table: &str,
    partition: impl Into<String>,
    message: Message,
    now: Timestamp,
) -> UpdateBuilder {
    let day = now.strftime("%Y-%m-%d");
    Update::builder()
        .table_name(table)
        .set_key(Some(key(partition, format!("{OUTBOX}{day}#{}", message.name()))))
        .update_expression(
            "SET message = :message, #at = if_not_exists(#at, :at), #state = if_not_exists(#state, :waiting), \
             waits_for = if_not_exists(waits_for, :delivery), due_at = if_not_exists(due_at, :now)",
        )
        .expression_attribute_names("#state", STATE)
        .expression_attribute_names("#at", AT)
        .expression_attribute_values(":message", text(message.name()))
        .expression_attribute_values(":at", text(format!("{now:.9}")))
        .expression_attribute_values(":waiting", text(WAITING))
        .expression_attribute_values(":delivery", text(message.way().waits_for()))
        .expression_attribute_values(":now", number(now.as_second()))
}
