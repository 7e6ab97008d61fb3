//! The items of a subscription. Address, subject, and the known state are sealed with the subscription's own key.
//! Deleting the item with that key makes the rest unreadable.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{
    StoreError,
    item::{Bytes, Item, fields_of, key},
    linked_collection::{CollectionGuard, LinkedCollection, is_live},
    table::Table,
};
use crate::news_link::SubscriptionId;

pub(super) const SUBSCRIPTION: &str = "SUBSCRIPTION";
const GUARD: &str = "GUARD";
pub(super) const OWNER: &str = "subscription";
pub(super) const ADDRESS: &str = "address";
pub(super) const SUBJECT: &str = "subject";
pub(super) const KNOWN: &str = "known";
pub(super) const CONFIRMED: &str = "confirmed";
pub(super) const LAST_MESSAGE_AT: &str = "told_at";
pub(super) const VERSION: &str = "version";
/// The value under which confirmed subscriptions appear in the index of due items.
pub(super) const NEWS: &str = "news";

/// Whether the owner of the address has confirmed the subscription.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SubscriptionState {
    /// It waits until the owner of the address confirms it, or expires.
    #[default]
    Unconfirmed,
    /// The owner of the address gets news.
    Confirmed,
}

pub(super) const PARTITION: &str = "NEWS#";

pub(super) fn partition(id: &SubscriptionId) -> String {
    format!("{PARTITION}{id}")
}

pub(super) fn collection<'a>(table: &'a Table, id: &SubscriptionId) -> LinkedCollection<'a> {
    LinkedCollection { table, partition: partition(id), main: SUBSCRIPTION }
}

pub(super) const SUBSCRIPTION_GUARD: CollectionGuard = CollectionGuard { key: guard_key, owner: OWNER };

/// The key of the guard item, which prevents a second subscription of the same address to the same subject.
pub(super) fn guard_key(guard: &str) -> Item {
    key(format!("NEWSGUARD#{guard}"), GUARD)
}

/// A subscription as stored. Address, subject, and known state are sealed.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredSubscription {
    pub(super) address: Bytes,
    pub(super) subject: Bytes,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) known: Option<Bytes>,
    pub(super) guard: String,
    /// Increases with each change.
    pub(super) version: i64,
    /// A new subscription has no state.
    #[serde(default, skip_serializing)]
    pub(super) state: SubscriptionState,
    /// When the last news was written, in Unix seconds.
    #[serde(rename = "told_at", skip_serializing)]
    pub(super) last_message_at: Option<i64>,
    pub(super) expires_at: i64,
}

impl StoredSubscription {
    /// Reads a subscription from its item. `None` if it has expired.
    pub(super) fn from_item(item: &Item, now: Timestamp) -> Result<Option<Self>, StoreError> {
        if is_live(item, now) { fields_of(item).map(Some) } else { Ok(None) }
    }
}
