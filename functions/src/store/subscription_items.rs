//! The items of a subscription. Address, subject, and the known state are sealed with the subscription's own key.
//! Deleting the item with that key makes the rest unreadable.

use jiff::Timestamp;
use waypoint_domain::{
    news::{KnownState, News, Subject},
    participant::Email,
    retention::RetentionPeriod,
};

use super::{
    Message, Sealer, StoreError,
    item::{EXPIRES, Item, SK, bytes, key, number, text, text_of},
    outbox_items::{DETAILS, waiting_item},
    sessions::unix_time_after,
    table::Table,
    write::Write,
};
use crate::news_link::SubscriptionId;

pub(super) const SUBSCRIPTION: &str = "SUBSCRIPTION";
pub(super) const KEY: &str = "KEY";
pub(super) const GUARD: &str = "GUARD";
pub(super) const WRAPPED: &str = "wrapped_key";
pub(super) const GUARDED_BY: &str = "guard";
pub(super) const OWNER: &str = "subscription";
pub(super) const ADDRESS: &str = "address";
pub(super) const SUBJECT: &str = "subject";
pub(super) const KNOWN: &str = "known";
pub(super) const CONFIRMED: &str = "confirmed";
pub(super) const TOLD_AT: &str = "told_at";
pub(super) const VERSION: &str = "version";
/// The value under which confirmed subscriptions appear in the index of due items.
pub(super) const NEWS: &str = "news";

/// The partition of a subscription's items.
pub(super) fn partition(id: &SubscriptionId) -> String {
    format!("NEWS#{id}")
}

/// The key of a guard item.
pub(super) fn guard_key(guard: &str) -> Item {
    key(format!("NEWSGUARD#{guard}"), GUARD)
}

/// The guard item, which prevents a second subscription of the same address to the same subject.
pub(super) fn guard_item(guard: &str, id: &SubscriptionId, now: Timestamp) -> Item {
    let mut item = guard_key(guard);
    item.insert(OWNER.into(), text(id.to_string()));
    item.insert(
        EXPIRES.into(),
        number(unix_time_after(now, RetentionPeriod::UnconfirmedSubscription.duration())),
    );
    item
}

/// A new, unconfirmed subscription.
pub(super) fn unconfirmed_item(
    sealer: &Sealer<'_>,
    id: &SubscriptionId,
    guard: &str,
    (address, subject, known): (&Email, &Subject, Option<&KnownState>),
    now: Timestamp,
) -> Result<Item, StoreError> {
    let mut item = key(partition(id), SUBSCRIPTION);
    item.insert(ADDRESS.into(), bytes(sealer.seal_json(ADDRESS, address)?));
    item.insert(SUBJECT.into(), bytes(sealer.seal_json(SUBJECT, subject)?));
    if let Some(known) = known {
        item.insert(KNOWN.into(), bytes(sealer.seal_json(KNOWN, known)?));
    }
    item.insert(GUARDED_BY.into(), text(guard));
    item.insert(VERSION.into(), number(1));
    item.insert(
        EXPIRES.into(),
        number(unix_time_after(now, RetentionPeriod::UnconfirmedSubscription.duration())),
    );
    Ok(item)
}

/// The wrapped data key of a subscription.
pub(super) fn key_item(id: &SubscriptionId, wrapped: &[u8], now: Timestamp) -> Item {
    let mut item = key(partition(id), KEY);
    item.insert(WRAPPED.into(), bytes(wrapped.to_vec()));
    item.insert(
        EXPIRES.into(),
        number(unix_time_after(now, RetentionPeriod::UnconfirmedSubscription.duration())),
    );
    item
}

/// A message to a subscriber.
pub(super) fn message_item(id: &SubscriptionId, message: Message, now: Timestamp) -> Item {
    let mut item = waiting_item(partition(id), message, now);
    item.insert(EXPIRES.into(), number(unix_time_after(now, RetentionPeriod::Message.duration())));
    item
}

/// A message with news.
pub(super) fn news_item(
    sealer: &Sealer<'_>,
    id: &SubscriptionId,
    news: &News,
    now: Timestamp,
) -> Result<Item, StoreError> {
    let mut item = message_item(id, Message::News, now);
    let field = text_of(&item, SK).unwrap_or_default().to_owned();
    item.insert(DETAILS.into(), bytes(sealer.seal_json(&field, news)?));
    Ok(item)
}

/// Changes the expiry of an existing item.
pub(super) fn set_expiry(table: &Table, key: Item, end: i64) -> Write {
    table.update_existing(key).set(EXPIRES, number(end))
}
