//! Documents that no sign-up holds: on their way, left behind, or of somebody who is erased. Each has an item that says
//! until when, so that a run finds what has to be removed from the bucket.

use aws_sdk_dynamodb::Client;
use jiff::Timestamp;
use waypoint_domain::{
    document::{Document, DocumentId},
    retention::Kept,
};

use super::{
    StoreError,
    by_due::{self, DUE, WAITS_FOR},
    item::{Item, PK, document, document_of, key, number, text, text_of},
    participant_items::{Owner, item_of},
    sessions::after,
};

/// With which the partition of such an item begins.
const PARTITION: &str = "DOCUMENT#";
const ITEM: &str = "DOCUMENT";
/// What it waits for in the index of what is due: to be removed.
const REMOVAL: &str = "document_removal";
/// With which the items of a participant's own documents begin.
pub(super) const DOCUMENT: &str = "DOCUMENT#";
const DOCUMENT_OF: &str = "document";

/// Documents that no sign-up holds.
#[derive(Debug, Clone)]
pub struct Uploads {
    client: Client,
    table: String,
}

impl Uploads {
    /// Those of the table of this name.
    #[must_use]
    pub fn new(client: Client, table: impl Into<String>) -> Self {
        Self { client, table: table.into() }
    }

    /// Notes that a document may arrive under this name, before it does.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn begin(&self, id: &DocumentId, now: Timestamp) -> Result<(), StoreError> {
        let put = self.client.put_item().table_name(&self.table);
        let put = put.set_item(Some(removal_item(id, after(now, Kept::Document.time()))));
        put.send().await.map(drop).map_err(StoreError::sdk("begin an upload"))
    }

    /// Some of the documents whose time is over.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn over(&self, now: Timestamp, most: i32) -> Result<Vec<DocumentId>, StoreError> {
        let operation = "find documents that are over";
        let (items, _) =
            by_due::due(&self.client, &self.table, REMOVAL, now, (most, None), operation).await?;
        let id = |item: &Item| text_of(item, PK)?.strip_prefix(PARTITION)?.parse().ok();
        Ok(items.iter().filter_map(id).collect())
    }

    /// Forgets a document that is removed from the bucket.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn forget(&self, id: &DocumentId) -> Result<(), StoreError> {
        let delete = self.client.delete_item().table_name(&self.table).set_key(Some(removal_key(id)));
        delete.send().await.map(drop).map_err(StoreError::sdk("forget a document"))
    }
}

pub(super) fn removal_key(id: &DocumentId) -> Item {
    key(format!("{PARTITION}{id}"), ITEM)
}

/// The item by which a document is removed at its time, in seconds since 1970.
pub(super) fn removal_item(id: &DocumentId, due: i64) -> Item {
    let mut item = removal_key(id);
    item.insert(WAITS_FOR.into(), text(REMOVAL));
    item.insert(DUE.into(), number(due));
    item
}

/// The item of a participant's own document.
pub(super) fn document_item<'a>(
    owner: impl Into<Owner<'a>>,
    uploaded: &Document,
    now: Timestamp,
) -> Result<Item, StoreError> {
    let mut item = item_of(owner, format!("{DOCUMENT}{}", uploaded.id));
    item.insert(DOCUMENT_OF.into(), document(uploaded)?);
    item.insert("at".into(), text(now.to_string()));
    Ok(item)
}

/// The document of such an item.
pub(super) fn document_in(item: &Item) -> Result<Document, StoreError> {
    document_of(item, DOCUMENT_OF)
}
