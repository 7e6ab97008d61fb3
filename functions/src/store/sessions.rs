//! Capabilities, sign-up drafts, marks and counters. Everything here is over after a while, and
//! no read believes an item that is over, because the table deletes lazily.

use std::{collections::HashMap, time::Duration};

use aws_sdk_dynamodb::{Client, types::AttributeValue};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use waypoint_domain::{
    document::{Document, DocumentId},
    participant::BegunForm,
    personal::Personal,
    question::Answer,
    retention::Kept,
    study_number::StudyNumber,
    survey_answer::SurveyAnswer,
};

use super::{
    DataKey, Sealer, StoreError,
    batch::{self, Part},
    condition::met,
    held::CAPABILITY,
    item::{EXPIRES, Item, PK, bytes, bytes_of, number, number_of, text},
};
use crate::capability::Capability;

pub(super) use crate::clock::after;

/// How often a draft is changed anew because another change came in between.
const MOST_CHANGES: u32 = 6;
const KEEP_DRAFT: &str = "keep a draft";
pub(super) const SEALED: &str = "sealed";
const DOCUMENTS: &str = "documents";
const DRAFT: &str = "DRAFT#";
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

/// What somebody said who has not signed up yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// The study that asked.
    pub study_number: StudyNumber,
    /// The answers to the pre-screening questions, all as expected; none before they were asked.
    pub answers: Vec<Answer>,
    /// The answers that were not checked yet when the questions were left (E-293).
    #[serde(default)]
    pub begun_answers: Vec<Answer>,
    /// What was chosen in the study's survey (D-283).
    #[serde(default)]
    pub criteria: Vec<SurveyAnswer>,
    /// What stood in the form when it was left (E-293).
    #[serde(default)]
    pub form: Personal<BegunForm>,
    /// What medical records said in the form (E-301).
    #[serde(default)]
    pub from_records: Personal<BegunForm>,
    /// The document that may arrive from this browser.
    #[serde(default)]
    pub upload: Option<DocumentId>,
    /// The document that has arrived.
    #[serde(default)]
    pub uploaded: Option<DraftDocument>,
}

/// A document that waits for a sign-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftDocument {
    /// The document.
    pub document: Document,
    /// Until when it can become part of a sign-up, in seconds since 1970.
    pub until: i64,
}

impl Draft {
    /// Nothing yet for a study.
    fn of(study_number: StudyNumber) -> Self {
        Self {
            study_number,
            answers: Vec::new(),
            begun_answers: Vec::new(),
            criteria: Vec::new(),
            form: Personal::default(),
            from_records: Personal::default(),
            upload: None,
            uploaded: None,
        }
    }

    /// The document that has arrived and is not over.
    #[must_use]
    pub fn document(&self, now: Timestamp) -> Option<&Document> {
        let uploaded = self.uploaded.as_ref()?;
        (uploaded.until > now.as_second()).then_some(&uploaded.document)
    }

    /// The names of all documents that it speaks of.
    pub fn documents(&self) -> impl Iterator<Item = &DocumentId> {
        self.upload.iter().chain(self.uploaded.iter().map(|uploaded| &uploaded.document.id))
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

    /// Changes the draft of a study that a capability holds. One for another study is forgotten. Changes at the same time
    /// come one after the other, and none is lost.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn change_draft(
        &self,
        capability: &Capability,
        study_number: &StudyNumber,
        change: impl Fn(&mut Draft),
        now: Timestamp,
    ) -> Result<(), StoreError> {
        for _ in 0..MOST_CHANGES {
            let item = self.get(&draft_key(capability), now).await?;
            let before = item.as_ref().map(|item| self.opened(capability, item)).transpose()?;
            let mut draft = before
                .filter(|draft| draft.study_number == *study_number)
                .unwrap_or_else(|| Draft::of(study_number.clone()));
            change(&mut draft);
            if self.put_draft(capability, &draft, item.as_ref(), now).await? {
                return Ok(());
            }
        }
        Err(StoreError::of(KEEP_DRAFT, "others are in the way"))
    }

    /// Puts a draft in the place of what was read before. False when something else stands there by now.
    async fn put_draft(
        &self,
        capability: &Capability,
        draft: &Draft,
        before: Option<&Item>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let pk = draft_key(capability);
        let key = DataKey::derived_from(capability.secret(), "waypoint:draft");
        let json = serde_json::to_vec(draft).map_err(|_| StoreError::unreadable("write a draft"))?;
        let sealed = Sealer::new(&key, &self.table, &pk).seal("draft", &json)?;
        let put = self
            .client
            .put_item()
            .table_name(&self.table)
            .item(PK, text(pk))
            .item(SEALED, bytes(sealed))
            .item(EXPIRES, number(after(now, Kept::Draft.time())));
        // Nobody else can open a draft, and whoever erases it has to find them.
        let documents: Vec<String> = draft.documents().map(ToString::to_string).collect();
        let put = if documents.is_empty() { put } else { put.item(DOCUMENTS, AttributeValue::Ss(documents)) };
        let put = match before.and_then(|item| item.get(SEALED)) {
            Some(read) => {
                put.condition_expression("sealed = :read").expression_attribute_values(":read", read.clone())
            }
            None => put
                .condition_expression("attribute_not_exists(pk) OR expires_at <= :now")
                .expression_attribute_values(":now", number(now.as_second())),
        };
        met(put.send().await, KEEP_DRAFT)
    }

    /// The draft that a capability holds, if it is not over.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn draft(&self, capability: &Capability, now: Timestamp) -> Result<Option<Draft>, StoreError> {
        let item = self.get(&draft_key(capability), now).await?;
        item.map(|item| self.opened(capability, &item)).transpose()
    }

    fn opened(&self, capability: &Capability, item: &Item) -> Result<Draft, StoreError> {
        let unreadable = || StoreError::unreadable("read a draft");
        let key = DataKey::derived_from(capability.secret(), "waypoint:draft");
        let sealed = bytes_of(item, SEALED).ok_or_else(unreadable)?;
        let json = Sealer::new(&key, &self.table, &draft_key(capability)).open("draft", sealed)?;
        serde_json::from_slice(&json).map_err(|_| unreadable())
    }

    /// Forgets the draft that a capability holds, if there is one.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn forget_draft(&self, capability: &Capability) -> Result<(), StoreError> {
        self.client
            .delete_item()
            .table_name(&self.table)
            .key(PK, text(draft_key(capability)))
            .send()
            .await
            .map_err(StoreError::sdk("forget a draft"))?;
        Ok(())
    }

    /// Counts one request. False when there were `most` of them in this window already; a window
    /// is counted in one item, by one conditional update.
    ///
    /// # Errors
    /// When the store does not answer.
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

    /// Whether a form of this idempotency key has made a participant.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn was_sent(&self, idempotency: &str, now: Timestamp) -> Result<bool, StoreError> {
        Ok(self.get(&idempotency_key(idempotency), now).await?.is_some())
    }

    /// The documents of which the drafts among these items speak.
    pub(super) async fn documents(&self, keys: Vec<Item>) -> Result<Vec<DocumentId>, StoreError> {
        let attributes = Part::Attributes("documents", HashMap::new());
        let items = batch::read(&self.client, &self.table, keys, attributes, "read drafts").await?;
        let names = items.iter().filter_map(|item| item.get(DOCUMENTS)?.as_ss().ok()).flatten();
        Ok(names.filter_map(|name| name.parse().ok()).collect())
    }

    /// Removes the items of these keys, as far as they are there.
    pub(super) async fn remove(&self, keys: Vec<Item>) -> Result<(), StoreError> {
        batch::remove(&self.client, &self.table, keys, "end a session").await
    }

    /// The item of this key, unless it is over.
    pub(super) async fn get(&self, pk: &str, now: Timestamp) -> Result<Option<Item>, StoreError> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .key(PK, text(pk))
            .consistent_read(true)
            .send()
            .await
            .map_err(StoreError::sdk("read a session"))?;
        Ok(answer.item.filter(|item| number_of(item, EXPIRES).is_some_and(|end| end > now.as_second())))
    }
}

/// The keys of what the capability of such a key may hold besides: a draft, a launch, and records.
pub(super) fn beside(held_key: &str) -> impl Iterator<Item = String> {
    let hash = held_key.strip_prefix(CAPABILITY).map(str::to_owned);
    hash.into_iter().flat_map(|hash| [DRAFT, LAUNCH, RECORDS].map(|of| format!("{of}{hash}")))
}

/// The key of a launch that a capability began.
pub(super) fn launch_key(capability: &Capability) -> String {
    format!("{LAUNCH}{}", capability.hash())
}

/// The key of the records that a capability holds.
pub(super) fn records_key(capability: &Capability) -> String {
    format!("{RECORDS}{}", capability.hash())
}

/// The key of a form's mark.
pub(super) fn idempotency_key(idempotency: &str) -> String {
    format!("IDEMPOTENCY#{idempotency}")
}

/// The key of a capability's draft.
pub(super) fn draft_key(capability: &Capability) -> String {
    format!("{DRAFT}{}", capability.hash())
}

/// The mark of a used captcha.
pub(super) fn captcha_mark(captcha: &str, now: Timestamp) -> Item {
    Item::from([
        (PK.to_owned(), text(format!("CAPTCHA#{captcha}"))),
        (EXPIRES.to_owned(), number(after(now, Kept::CaptchaMark.time()))),
    ])
}
