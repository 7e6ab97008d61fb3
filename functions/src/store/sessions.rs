//! The Sessions table: marks and counters, and the basics of [browser sessions](super::session). Every item expires.
//! DynamoDB deletes lazily, so reads ignore expired items.

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use jiff::Timestamp;
use waypoint_domain::retention::RetentionPeriod;
use waypoint_keys::Fingerprints;

use super::{
    Session, StoreError,
    condition::Condition,
    item::{EXPIRES, Item, PK, number, number_of, pk_only, text},
    table::Table,
};

pub(super) use crate::clock::unix_time_after;

/// How many times to try a change when other changes interfere.
pub(super) const MAX_TRIES: u32 = 6;
pub(super) const SEALED: &str = "sealed";
const DRAFT: &str = "DRAFT#";
const LAUNCH: &str = "LAUNCH#";
const RECORDS: &str = "RECORDS#";
/// The attribute with the count of a counter.
pub(super) const REQUESTS: &str = "requests";

/// The Sessions table.
#[derive(Debug, Clone)]
pub struct Sessions {
    pub(super) table: Table,
}

/// Counts events within a time window. The windows are consecutive and the same for all callers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    pub(super) key: String,
    /// The expiry, in Unix seconds: two windows after the start, so the next window can still be compared with this
    /// one.
    pub(super) until: i64,
}

impl Counter {
    /// The counter with this name for the window that contains `now`.
    #[must_use]
    pub fn new(name: &str, window: Duration, now: Timestamp) -> Self {
        let seconds = i64::try_from(window.as_secs()).unwrap_or(i64::MAX).max(1);
        let start = now.as_second() / seconds;
        Self { key: format!("RATE#{name}#{start}"), until: start.saturating_add(2).saturating_mul(seconds) }
    }
}

impl Sessions {
    /// Creates a client for the table with this name.
    #[must_use]
    pub fn new(client: Client, table: impl Into<String>) -> Self {
        Self { table: Table::new(client, table) }
    }

    /// Counts one request with a single conditional update. Returns false if the window already has `most` requests.
    pub async fn count(&self, counter: &Counter, most: u32) -> Result<bool, StoreError> {
        let has_room = Condition::Lacks(REQUESTS).or(Condition::below(REQUESTS, i64::from(most)));
        let update = self.table.update(pk_only(&counter.key)).only_if(has_room);
        let update = update.add(REQUESTS, number(1)).set(EXPIRES, number(counter.until));
        update.send("count a request").await
    }

    /// The count of a counter's window.
    pub async fn count_of(&self, counter: &Counter, now: Timestamp) -> Result<u32, StoreError> {
        let item = self.get(&counter.key, now).await?;
        let requests = item.and_then(|item| number_of(&item, REQUESTS)).unwrap_or_default();
        Ok(requests.try_into().unwrap_or(u32::MAX))
    }

    /// The idempotency fingerprint under which a form was already stored. `None` if the form is new.
    pub async fn submitted_form_fingerprint(
        &self,
        idempotency: &Fingerprints,
        now: Timestamp,
    ) -> Result<Option<String>, StoreError> {
        for fingerprint in idempotency.accepted() {
            if self.get(&idempotency_key(fingerprint), now).await?.is_some() {
                return Ok(Some(fingerprint.to_owned()));
            }
        }
        Ok(None)
    }

    /// Deletes the items with these keys. Missing items are ignored.
    pub(super) async fn remove(&self, keys: Vec<Item>) -> Result<(), StoreError> {
        self.table.remove(keys, "end a session").await
    }

    /// The item with this key, unless it has expired.
    pub(super) async fn get(&self, pk: &str, now: Timestamp) -> Result<Option<Item>, StoreError> {
        let item = self.get_even_expired(pk).await?;
        Ok(item.filter(|item| number_of(item, EXPIRES).is_some_and(|end| end > now.as_second())))
    }

    /// The item with this key, even if it has expired and DynamoDB hasn't deleted it yet.
    pub(super) async fn get_even_expired(&self, pk: &str) -> Result<Option<Item>, StoreError> {
        self.table.item(pk_only(pk), "read a session").await
    }
}

/// The keys of the items that a session may hold: drafts, a launch, and medical records.
pub(super) fn session_item_keys(session: &str) -> [String; 3] {
    [DRAFT, LAUNCH, RECORDS].map(|kind| format!("{kind}{session}"))
}

/// The key of a browser's drafts.
pub(super) fn draft_key(browser: &Session) -> String {
    format!("{DRAFT}{}", browser.id())
}

/// The key of a browser's pending launch.
pub(super) fn launch_key(browser: &Session) -> String {
    format!("{LAUNCH}{}", browser.id())
}

/// The key of the medical records in a browser's session.
pub(super) fn records_key(browser: &Session) -> String {
    format!("{RECORDS}{}", browser.id())
}

/// The key of an idempotency mark.
pub(super) fn idempotency_key(idempotency: &str) -> String {
    format!("IDEMPOTENCY#{idempotency}")
}

/// The mark of a used captcha challenge.
pub(super) fn captcha_mark(captcha: &str, now: Timestamp) -> Item {
    Item::from([
        (PK.to_owned(), text(format!("CAPTCHA#{captcha}"))),
        (EXPIRES.to_owned(), number(unix_time_after(now, RetentionPeriod::UsedCaptcha.duration()))),
    ])
}
