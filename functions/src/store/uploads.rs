//! Documents that don't belong to a sign-up: uploads in progress, abandoned uploads, and documents of erased
//! participants. Each has an item with a due time, so the sweep knows what to remove from the bucket.

use std::time::Duration;

use aws_sdk_dynamodb::{Client, types::AttributeValue};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use waypoint_domain::{
    document::{Document, DocumentId},
    retention::RetentionPeriod,
};

use super::{
    SignUpRef, StoreError,
    condition::Condition,
    draft_uploads::ArrivedDocument,
    item::{Item, expiry, fields_of, item_with, items_named, json, key, number, text, unix_time_after},
    participant_items::participant_item,
    table::{DUE, Table, WAITS_FOR},
    write::{Put, Write},
};

/// The prefix of the partition of a document to remove.
const PARTITION: &str = "DOCUMENT#";
const ITEM: &str = "DOCUMENT";
/// The value under which such an item appears in the index of due items.
const REMOVAL: &str = "document_removal";
/// When the upload form expires, in Unix seconds.
const FORM_UNTIL: &str = "form_until";
/// Marks a document that can no longer become part of a sign-up.
const REMOVING: &str = "removing";
/// The sort key prefix of a participant's documents.
const DOCUMENT: &str = "DOCUMENT#";

/// Documents that don't belong to a sign-up.
#[derive(Debug, Clone)]
pub struct Uploads {
    table: Table,
}

impl Uploads {
    /// Creates a client for the table with this name.
    #[must_use]
    pub fn new(client: Client, table: impl Into<String>) -> Self {
        Self { table: Table::new(client, table) }
    }

    /// Registers a document before it arrives. `form_counts` is how long the upload form is valid. During that time
    /// the document can arrive even after it was removed.
    pub async fn begin(
        &self,
        id: &DocumentId,
        form_counts: Option<Duration>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let mut put = removal(&self.table, id, expiry(RetentionPeriod::Document, now));
        if let Some(counts) = form_counts {
            put = put.set(FORM_UNTIL, number(unix_time_after(now, counts)));
        }
        put.send("begin an upload").await.map(drop)
    }

    /// Whether the document can still become part of a sign-up.
    async fn is_waiting(&self, id: &DocumentId) -> Result<bool, StoreError> {
        let item = self.table.item(removal_key(id), "look for a document").await?;
        Ok(item.is_some_and(|item| !item.contains_key(REMOVING)))
    }

    /// Returns the documents that can still become part of a sign-up, in their order.
    pub async fn waiting<'a>(
        &self,
        arrived: impl Iterator<Item = ArrivedDocument<'a>>,
    ) -> Result<Vec<ArrivedDocument<'a>>, StoreError> {
        let mut waiting = Vec::new();
        for document in arrived {
            if self.is_waiting(&document.document.id).await? {
                waiting.push(document);
            }
        }
        Ok(waiting)
    }

    /// Reserves a document for removal, so that it can't become part of a sign-up. Returns false if a sign-up has
    /// it or it doesn't exist.
    pub async fn reserve_for_removal(&self, id: &DocumentId) -> Result<bool, StoreError> {
        let change = self.table.update_existing(removal_key(id));
        let change = change.set(REMOVING, AttributeValue::Bool(true));
        change.send("remove a document").await
    }

    /// Up to `most` documents that are due for removal.
    pub async fn due_for_removal(&self, now: Timestamp, most: i32) -> Result<Vec<DocumentId>, StoreError> {
        let due = (REMOVAL, PARTITION);
        Ok(self.table.due(due, now, (most, None), "find documents to remove").await?.0)
    }

    /// Deletes the item of a document that was removed from the bucket. If the upload form is still valid,
    /// schedules another removal instead.
    pub async fn forget(&self, id: &DocumentId, now: Timestamp) -> Result<(), StoreError> {
        const FORGET: &str = "forget a document";
        let has_no_form = Condition::Lacks(FORM_UNTIL).or(Condition::at_most(FORM_UNTIL, now.as_second()));
        let delete = self.table.delete(removal_key(id)).only_if(has_no_form);
        if delete.send(FORGET).await? {
            return Ok(());
        }
        let again = self.table.update(removal_key(id)).only_if(Condition::Has(FORM_UNTIL));
        again.copy(DUE, FORM_UNTIL).send(FORGET).await.map(drop)
    }
}

/// Makes the removal of a document due now. Does nothing if the document isn't waiting.
pub(super) async fn make_removal_due(
    table: &Table,
    id: &DocumentId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let change = table
        .update_existing(removal_key(id))
        .set(DUE, number(now.as_second()))
        .set(REMOVING, AttributeValue::Bool(true));
    change.send("let go of a document").await.map(drop)
}

/// The write that takes a document over into a sign-up. It fails if the document is gone or reserved for removal.
pub(super) fn take_over(table: &Table, id: &DocumentId) -> Write {
    table.delete(removal_key(id)).only_if(Condition::EXISTS.and(Condition::Lacks(REMOVING))).into()
}

fn removal_key(id: &DocumentId) -> Item {
    key(format!("{PARTITION}{id}"), ITEM)
}

/// The write that schedules the removal of a document, at a time in Unix seconds.
pub(super) fn removal(table: &Table, id: &DocumentId, due: i64) -> Write<Put> {
    table.put(removal_key(id)).set(WAITS_FOR, text(REMOVAL)).set(DUE, number(due))
}

/// A participant's document as stored.
#[derive(Serialize, Deserialize)]
struct StoredDocument {
    place: usize,
    #[serde(with = "json")]
    document: Document,
    at: Timestamp,
}

pub(super) fn document_item(
    sign_up: &SignUpRef,
    (place, uploaded): (usize, &Document),
    now: Timestamp,
) -> Result<Item, StoreError> {
    let stored = StoredDocument { place, document: uploaded.clone(), at: now };
    item_with(participant_item(&sign_up.participant, format!("{DOCUMENT}{}", uploaded.id)), &stored)
}

/// The documents among a participant's items, in the order of upload.
pub(super) fn documents_in(items: &[Item]) -> Result<Vec<Document>, StoreError> {
    let stored = items_named(items, DOCUMENT).map(fields_of);
    let mut stored = stored.collect::<Result<Vec<StoredDocument>, _>>()?;
    stored.sort_by_key(|stored| (stored.at, stored.place));
    Ok(stored.into_iter().map(|stored| stored.document).collect())
}
