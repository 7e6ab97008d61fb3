//! Introductions in the Participants table: contact details that a person sends to the contact of a registry study. The mail
//! to the contact, exactly as the person saw it, is sealed with the introduction's own key. It is sent once, after the owner
//! of the person's address has confirmed it.
//!
//! Of each confirmed introduction, a record without personal values stays: the study, the version of the consent, when it
//! was confirmed, and how it ended. Its seals reveal changes.

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use waypoint_domain::{
    nct_id::NctId,
    participant::Email,
    personal::Personal,
    retention::{ErasureRecordRetention, RetentionPeriod},
};
use waypoint_keys::{Fingerprints, Key, purpose::AuditTrail};

use super::{
    DataKey, Message, Sessions, StoreError,
    condition::{Condition, Guard},
    item::{
        Bytes, EXPIRES, Item, bytes, bytes_of, expiry, fields_of, item_named, item_with, key, number, text,
        text_of, unix_time_after,
    },
    linked_collection::{CollectionGuard, GUARD_PRINT, KEY, LinkedCollection, WRAPPED, is_live},
    outbox_items::{STATE, new_message},
    table::Table,
    transaction::Commit,
    write::{Put, Write},
};
use crate::{
    external::keys::Keys, introduction_link::IntroductionId, receipt::Receipt, wire::IntroductionMail,
};

const PARTITION: &str = "INTRODUCTION#";
const INTRODUCTION: &str = "INTRODUCTION";
const CONTENT: &str = "content";
const RECEIPT: &str = "receipt";
const ENDED: &str = "ended_at";
const OWNER: &str = "introduction";
const RECORD: &str = "RECORD";
/// The partition prefix of records, followed by the id of the introduction.
pub(super) const RECORDED: &str = "INTRODUCED#";
const SEAL: &str = "seal";
const END: &str = "end";
const END_SEAL: &str = "end_seal";

/// The introductions in the Participants table.
#[derive(Debug, Clone)]
pub struct Introductions {
    table: Table,
    record_retention: Duration,
}

/// What a person asks us to send.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntroductionContent {
    pub study: NctId,
    /// The title of the study when the person saw the mail.
    pub title: String,
    /// The address of the person, which answers go to.
    pub person: Email,
    /// The mail to the contact, as the person saw it.
    pub mail: IntroductionMail,
}

/// A request to send an introduction, as received.
#[derive(Debug)]
pub struct NewIntroduction<'a> {
    pub id: IntroductionId,
    pub content: &'a Personal<IntroductionContent>,
    /// A fingerprint of the captcha challenge.
    pub captcha: String,
    /// Whether the request may cause a mail to the address.
    pub may_send: bool,
    /// The key that seals the introduction.
    pub data_key: DataKey,
    /// The same key, wrapped by the key service.
    pub wrapped_key: Vec<u8>,
}

/// How far an introduction is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum IntroductionState {
    /// It waits until the owner of the address confirms it, or expires.
    #[default]
    Unconfirmed,
    /// It waits until it is sent.
    Confirmed,
    /// The contact's mail server accepted it.
    Sent,
    /// It was not sent, because the study had closed, its record no longer listed the contact, or the contact declined.
    Withheld,
    /// It could not be sent.
    Undeliverable,
}

/// A decrypted introduction.
#[derive(Debug, Clone)]
pub struct Introduction {
    pub id: IntroductionId,
    pub state: IntroductionState,
    pub content: Personal<IntroductionContent>,
    /// The receipt of the person's consent, once confirmed.
    pub receipt: Option<Receipt>,
    /// When it was sent, or given up.
    pub ended: Option<Timestamp>,
    data_key: DataKey,
}

/// The result of confirming an introduction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntroductionConfirmation {
    /// It will be sent.
    Confirmed,
    /// The same address has already sent its details to this study's contact.
    AlreadySent,
    /// It has expired, or was erased.
    Gone,
}

#[derive(Serialize, Deserialize)]
struct StoredIntroduction {
    content: Bytes,
    #[serde(default, skip_serializing)]
    state: IntroductionState,
    #[serde(skip_serializing)]
    receipt: Option<Bytes>,
    #[serde(skip_serializing)]
    ended_at: Option<Timestamp>,
    expires_at: i64,
}

impl IntroductionState {
    fn name(self) -> &'static str {
        self.into()
    }
}

pub(super) fn partition(id: &IntroductionId) -> String {
    format!("{PARTITION}{id}")
}

fn guard_key(guard: &str) -> Item {
    key(format!("INTRODUCTIONGUARD#{guard}"), "GUARD")
}

fn record_key(id: &IntroductionId) -> Item {
    key(format!("{RECORDED}{id}"), RECORD)
}

/// The text that the seal of a record covers.
pub(super) fn seal_input(id: &str, study: &str, version: &str, at: &str) -> String {
    format!("introduction\n{id}\n{study}\n{version}\n{at}")
}

/// The text that the seal of a record's end covers.
pub(super) fn end_seal_input(id: &str, end: &str, at: &str) -> String {
    format!("introduction end\n{id}\n{end}\n{at}")
}

impl Introductions {
    /// Creates a client for the table with this name.
    #[must_use]
    pub fn new(client: Client, table: impl Into<String>) -> Self {
        Self { table: Table::new(client, table), record_retention: RetentionPeriod::Audit.duration() }
    }

    /// The same client, with another retention period of records.
    #[must_use]
    pub fn with_record_retention(self, retention: ErasureRecordRetention) -> Self {
        Self { record_retention: retention.duration(), ..self }
    }

    /// The name under which the data key of an introduction is wrapped.
    #[must_use]
    pub fn key_name(id: &IntroductionId) -> String {
        partition(id)
    }

    /// Stores a request until the owner of the address confirms it. Returns false if the captcha challenge was already
    /// used. After an error, nothing is written.
    pub async fn request(
        &self,
        sessions: &Sessions,
        new: &NewIntroduction<'_>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let place = partition(&new.id);
        let content = self.table.sealer(&new.data_key, &place).seal_json(CONTENT, new.content.reveal())?;
        let expires_at = expiry(RetentionPeriod::UnconfirmedIntroduction, now);
        let stored = StoredIntroduction {
            content: Bytes(content),
            state: IntroductionState::Unconfirmed,
            receipt: None,
            ended_at: None,
            expires_at,
        };
        let mut writes = vec![
            sessions.captcha_write(&new.captcha, now),
            self.table.put_new(item_with(key(&place, INTRODUCTION), &stored)?).into(),
            self.table
                .put_new(key(&place, KEY))
                .set(WRAPPED, bytes(new.wrapped_key.clone()))
                .set(EXPIRES, number(expires_at))
                .into(),
        ];
        if new.may_send {
            writes.push(self.message(&new.id, Message::ConfirmIntroduction, now).into());
        }
        match self.table.transact(writes, "store an introduction").await? {
            Commit::Accepted => Ok(true),
            Commit::Refused(Guard::CaptchaUnused) => Ok(false),
            Commit::Refused(_) | Commit::Conflict => Err(StoreError::busy("store an introduction")),
        }
    }

    fn message(&self, id: &IntroductionId, message: Message, now: Timestamp) -> Write<Put> {
        let until = expiry(RetentionPeriod::Message, now);
        new_message(&self.table, partition(id), message, now).set(EXPIRES, number(until))
    }

    /// Decrypts an introduction. `None` if it has expired or was erased.
    pub async fn get(
        &self,
        keys: &Keys,
        id: &IntroductionId,
        now: Timestamp,
    ) -> Result<Option<Introduction>, StoreError> {
        let items = self.collection(id).items("read an introduction").await?;
        let (Some(item), Some(key)) = (item_named(&items, INTRODUCTION), item_named(&items, KEY)) else {
            return Ok(None);
        };
        if !is_live(item, now) {
            return Ok(None);
        }
        let stored: StoredIntroduction = fields_of(item)?;
        let place = partition(id);
        let data_key = keys.unwrap_data_key(bytes_of(key, WRAPPED)?, &place).await?;
        let sealer = self.table.sealer(&data_key, &place);
        let receipt = stored.receipt.as_ref().map(|receipt| sealer.open_json(RECEIPT, &receipt.0));
        Ok(Some(Introduction {
            id: id.clone(),
            state: stored.state,
            content: Personal::new(sealer.open_json(CONTENT, &stored.content.0)?),
            receipt: receipt.transpose()?,
            ended: stored.ended_at,
            data_key: data_key.clone(),
        }))
    }

    /// Confirms an introduction, with the receipt of the consent, and queues the mail to the contact, all or nothing.
    /// Repeating it changes nothing. `guards` are fingerprints of the address and the study.
    pub async fn confirm(
        &self,
        introduction: &Introduction,
        receipt: &Receipt,
        guards: &Fingerprints,
        audit_key: &Key<AuditTrail>,
        now: Timestamp,
    ) -> Result<IntroductionConfirmation, StoreError> {
        const CONFIRM: &str = "confirm an introduction";
        let id = &introduction.id;
        if introduction.state != IntroductionState::Unconfirmed {
            return Ok(IntroductionConfirmation::Confirmed);
        }
        for guard in guards.accepted() {
            let owner = self.table.item(guard_key(guard), CONFIRM).await?.filter(|item| is_live(item, now));
            if owner.is_some_and(|item| text_of(&item, OWNER) != Some(&id.to_string())) {
                return Ok(IntroductionConfirmation::AlreadySent);
            }
        }
        let place = partition(id);
        let sealed = self.table.sealer(&introduction.data_key, &place).seal_json(RECEIPT, receipt)?;
        let until = number(expiry(RetentionPeriod::Introduction, now));
        let guard = guards.current();
        let is_unconfirmed = Condition::EXISTS.and(Condition::Lacks(STATE));
        let writes = vec![
            self.table
                .update(key(&place, INTRODUCTION))
                .only_if(is_unconfirmed)
                .set(STATE, text(IntroductionState::Confirmed.name()))
                .set(RECEIPT, bytes(sealed))
                .set(GUARD_PRINT, text(guard))
                .set(EXPIRES, until.clone())
                .into(),
            self.table.update_existing(key(&place, KEY)).set(EXPIRES, until.clone()).into(),
            self.table
                .put(guard_key(guard))
                .only_if(Condition::absent_or_expired(now))
                .guarded_by(Guard::IntroductionIsNew)
                .set(OWNER, text(id.to_string()))
                .set(EXPIRES, until)
                .into(),
            self.record(introduction, receipt, audit_key, now).into(),
            self.message(id, Message::Introduction, now).into(),
        ];
        match self.table.transact(writes, CONFIRM).await? {
            Commit::Accepted => Ok(IntroductionConfirmation::Confirmed),
            Commit::Refused(Guard::IntroductionIsNew) => Ok(IntroductionConfirmation::AlreadySent),
            // Another call has confirmed or erased it since it was read.
            Commit::Refused(_) | Commit::Conflict => Ok(IntroductionConfirmation::Gone),
        }
    }

    fn record(
        &self,
        introduction: &Introduction,
        receipt: &Receipt,
        audit_key: &Key<AuditTrail>,
        now: Timestamp,
    ) -> Write<Put> {
        let (id, study) = (&introduction.id, introduction.content.reveal().study.as_str());
        let (version, at) = (&receipt.agreement.version, &receipt.at);
        let seal = audit_key.fingerprint(&seal_input(&id.to_string(), study, version, at));
        self.table
            .put_new(record_key(id))
            .set("study", text(study))
            .set("consent_version", text(version))
            .set("confirmed_at", text(at))
            .set(SEAL, text(seal))
            .set(EXPIRES, number(unix_time_after(now, self.record_retention)))
    }

    /// Records how an introduction ended and queues a mail about it to the person, all or nothing. Does nothing if it has
    /// ended before, or was erased.
    pub async fn end(
        &self,
        id: &IntroductionId,
        end: IntroductionState,
        audit_key: &Key<AuditTrail>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let is_waiting = Condition::equals(STATE, text(IntroductionState::Confirmed.name()));
        let seal = audit_key.fingerprint(&end_seal_input(&id.to_string(), end.name(), &now.to_string()));
        let writes = vec![
            self.table
                .update(key(partition(id), INTRODUCTION))
                .only_if(Condition::EXISTS.and(is_waiting))
                .set(STATE, text(end.name()))
                .set(ENDED, text(now.to_string()))
                .into(),
            self.table
                .update_existing(record_key(id))
                .set(END, text(end.name()))
                .set(ENDED, text(now.to_string()))
                .set(END_SEAL, text(seal))
                .into(),
            self.message(id, Message::IntroductionReceipt, now).into(),
        ];
        self.table.transact(writes, "end an introduction").await.map(drop)
    }

    /// Erases all items of an introduction except its record, which has no personal values. Until the mail to the contact is
    /// sent, this also cancels it. Returns false if there is no such introduction.
    pub async fn erase(&self, id: &IntroductionId, now: Timestamp) -> Result<bool, StoreError> {
        let guard = CollectionGuard { key: guard_key, owner: OWNER };
        self.collection(id).erase(&guard, id, ("erase an introduction", now)).await
    }

    pub(super) fn table(&self) -> &Table {
        &self.table
    }

    fn collection(&self, id: &IntroductionId) -> LinkedCollection<'_> {
        LinkedCollection { table: &self.table, partition: partition(id), main: INTRODUCTION }
    }
}
