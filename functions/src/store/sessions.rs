//! Marks and counters, beside [browser sessions](super::session). Everything here is over after a while, and
//! no read believes an item that is over, because the table deletes lazily.

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use jiff::Timestamp;
use waypoint_domain::retention::Kept;
use waypoint_keys::Fingerprints;

use super::{
    Session, StoreError, batch,
    condition::met,
    drafts::DRAFT,
    item::{EXPIRES, Item, PK, number, number_of, text},
};

pub(super) use crate::clock::after;

/// How often something is changed anew because another change came in between.
pub(super) const MOST_CHANGES: u32 = 6;
pub(super) const SEALED: &str = "sealed";
const LAUNCH: &str = "LAUNCH#";
const RECORDS: &str = "RECORDS#";

/// The Sessions table.
#[derive(Debug, Clone)]
pub struct Sessions {
    pub(super) client: Client,
    pub(super) table: String,
}

/// Counts what happens in a window of time. The windows follow one another, the same for everybody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    pub(super) key: String,
    /// When it is over, in seconds since 1970: the next window may still be compared with it.
    pub(super) until: i64,
}

impl Counter {
    /// The counter of this name in the window of now.
    #[must_use]
    pub fn new(name: &str, window: Duration, now: Timestamp) -> Self {
        let seconds = i64::try_from(window.as_secs()).unwrap_or(i64::MAX).max(1);
        let start = now.as_second() / seconds;
        Self { key: format!("RATE#{name}#{start}"), until: start.saturating_add(2).saturating_mul(seconds) }
    }
}

impl Sessions {
    /// The table of this name.
    #[must_use]
    pub fn new(client: Client, table: impl Into<String>) -> Self {
        Self { client, table: table.into() }
    }

    /// The table's name.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.table
    }

    /// Counts one request. False when there were `most` of them in this window already; a window
    /// is counted in one item, by one conditional update.
    pub async fn count(&self, counter: &Counter, most: u32) -> Result<bool, StoreError> {
        let update = self
            .client
            .update_item()
            .table_name(&self.table)
            .key(PK, text(&counter.key))
            .update_expression("ADD requests :one SET expires_at = :end")
            .condition_expression("attribute_not_exists(requests) OR requests < :most")
            .expression_attribute_values(":one", number(1))
            .expression_attribute_values(":most", number(i64::from(most)))
            .expression_attribute_values(":end", number(counter.until))
            .send()
            .await;
        met(update, "count a request")
    }

    /// How often something was counted in the window of a counter.
    pub async fn counted(&self, counter: &Counter, now: Timestamp) -> Result<u32, StoreError> {
        let item = self.get(&counter.key, now).await?;
        let requests = item.and_then(|item| number_of(&item, "requests")).unwrap_or_default();
        Ok(requests.try_into().unwrap_or(u32::MAX))
    }

    /// The fingerprint under which a form of this idempotency key has made a participant; nothing when none has.
    pub async fn sent_form(
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

    /// Removes the items of these keys, as far as they are there.
    pub(super) async fn remove(&self, keys: Vec<Item>) -> Result<(), StoreError> {
        batch::remove(&self.client, &self.table, keys, "end a session").await
    }

    /// The item of this key, unless it is over.
    pub(super) async fn get(&self, pk: &str, now: Timestamp) -> Result<Option<Item>, StoreError> {
        let item = self.get_even_over(pk).await?;
        Ok(item.filter(|item| number_of(item, EXPIRES).is_some_and(|end| end > now.as_second())))
    }

    /// The item of this key, also one that its table has not removed yet.
    pub(super) async fn get_even_over(&self, pk: &str) -> Result<Option<Item>, StoreError> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .key(PK, text(pk))
            .consistent_read(true)
            .send()
            .await
            .map_err(StoreError::sdk("read a session"))?;
        Ok(answer.item)
    }
}

/// The keys of what a session of this id may hold: drafts, a launch, and records.
pub(super) fn held_by(session: &str) -> [String; 3] {
    [DRAFT, LAUNCH, RECORDS].map(|kind| format!("{kind}{session}"))
}

/// The key of a launch that a browser began.
pub(super) fn launch_key(browser: &Session) -> String {
    format!("{LAUNCH}{}", browser.id())
}

/// The key of the records that a browser's session holds.
pub(super) fn records_key(browser: &Session) -> String {
    format!("{RECORDS}{}", browser.id())
}

/// The key of a form's mark.
pub(super) fn idempotency_key(idempotency: &str) -> String {
    format!("IDEMPOTENCY#{idempotency}")
}

/// The mark of a used captcha.
pub(super) fn captcha_mark(captcha: &str, now: Timestamp) -> Item {
    Item::from([
        (PK.to_owned(), text(format!("CAPTCHA#{captcha}"))),
        (EXPIRES.to_owned(), number(after(now, Kept::CaptchaMark.time()))),
    ])
}
