//! The Sessions table: marks and counters, and the basics of [browser sessions](super::session). Every item expires.
//! DynamoDB deletes lazily, so reads ignore expired items.

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use jiff::Timestamp;
use waypoint_domain::{participant_number::ParticipantNumber, retention::RetentionPeriod};
use waypoint_keys::{Fingerprints, Key, purpose::RateLimit};

use super::{
    Session, StoreError,
    condition::{Condition, Guard},
    item::{EXPIRES, Item, expiry, number, number_of, pk_only, text},
    table::Table,
    write::{Put, Write},
};

pub(super) const SEALED: &str = "sealed";
const DRAFT: &str = "DRAFT#";
const LAUNCH: &str = "LAUNCH#";
const RECORDS: &str = "RECORDS#";
/// The attribute with the count of a counter.
const REQUESTS: &str = "requests";
/// The attribute with the fingerprint of the call that used a captcha challenge.
const CALL: &str = "call";

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
    /// The window of daily limits.
    pub const DAY: Duration = Duration::from_hours(24);

    /// The counter with this name for the window that contains `now`.
    #[must_use]
    pub fn new(name: &str, window: Duration, now: Timestamp) -> Self {
        let seconds = i64::try_from(window.as_secs()).unwrap_or(i64::MAX).max(1);
        let start = now.as_second() / seconds;
        Self { key: format!("RATE#{name}#{start}"), until: start.saturating_add(2).saturating_mul(seconds) }
    }

    /// The counter of a participant's calls of one kind. It outlives an erasure, so it doesn't contain the number.
    #[must_use]
    pub fn for_participant(
        key: &Key<RateLimit>,
        (kind, participant): (&str, &ParticipantNumber),
        window: Duration,
        now: Timestamp,
    ) -> Self {
        Self::new(&format!("{kind}#{}", key.fingerprint(participant.as_str())), window, now)
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

    /// The write that marks a captcha challenge as used, together with the result of the call.
    pub(super) fn captcha_write(&self, captcha: &str, now: Timestamp) -> Write {
        let is_unused = Condition::absent_or_expired(now);
        self.captcha_mark(captcha, now).only_if(is_unused).guarded_by(Guard::CaptchaUnused).into()
    }

    /// Marks a captcha challenge as used by a call, identified by its fingerprints. Returns false if another call has
    /// already used it.
    pub async fn spend_captcha(
        &self,
        captcha: &str,
        call: &Fingerprints,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        // This mark is separate from the one that is written together with the result of the call.
        let is_own = |call| Condition::equals(CALL, text(call));
        let is_unused =
            call.accepted().fold(Condition::absent_or_expired(now), |unused, call| unused.or(is_own(call)));
        let mark = self.captcha_mark(&format!("{captcha}#CALL"), now).set(CALL, text(call.current()));
        mark.only_if(is_unused).send("use a captcha challenge").await
    }

    /// Decrements a counter by one.
    pub async fn decrement(&self, counter: &Counter) -> Result<(), StoreError> {
        let update = self.table.update(pk_only(&counter.key)).only_if(Condition::above(REQUESTS, 0));
        update.add(REQUESTS, number(-1)).send("decrement a counter").await.map(drop)
    }

    fn captcha_mark(&self, captcha: &str, now: Timestamp) -> Write<Put> {
        let until = expiry(RetentionPeriod::UsedCaptcha, now);
        self.table.put(pk_only(format!("CAPTCHA#{captcha}"))).set(EXPIRES, number(until))
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

pub(super) fn draft_key(browser: &Session) -> String {
    format!("{DRAFT}{}", browser.id())
}

pub(super) fn launch_key(browser: &Session) -> String {
    format!("{LAUNCH}{}", browser.id())
}

pub(super) fn records_key(browser: &Session) -> String {
    format!("{RECORDS}{}", browser.id())
}

pub(super) fn idempotency_key(idempotency: &str) -> String {
    format!("IDEMPOTENCY#{idempotency}")
}
