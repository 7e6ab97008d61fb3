//! Documents that no sign-up holds: on their way, left behind, or of somebody who is erased. Each has an item that says
//! until when, so that a run finds what has to be removed from the bucket.

use std::time::Duration;

use aws_sdk_dynamodb::{Client, types::AttributeValue};
use jiff::Timestamp;
use waypoint_domain::{
    document::{Document, DocumentId},
    retention::Kept,
};

use super::{
    StoreError,
    by_due::{self, DUE, WAITS_FOR},
    condition::met,
    item::{Item, PK, document, document_of, key, number, number_of, text, text_of},
    participant_items::{Owner, item_of},
    sessions::after,
};

/// With which the partition of such an item begins.
const PARTITION: &str = "DOCUMENT#";
const ITEM: &str = "DOCUMENT";
/// What it waits for in the index of what is due: to be removed.
const REMOVAL: &str = "document_removal";
/// Until when a form for it counts, in seconds since 1970.
const FORM_UNTIL: &str = "form_until";
/// Stands in an item whose document nobody can sign up with any more.
const REMOVING: &str = "removing";
/// With which the items of a participant's own documents begin.
pub(super) const DOCUMENT: &str = "DOCUMENT#";
const DOCUMENT_OF: &str = "document";
/// The position of a document among those that came with it.
const PLACE: &str = "place";
const AT: &str = "at";

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

    /// Notes that a document may arrive under this name, before it does. With a form, somebody can send it as long as
    /// that counts, also after it was removed.
    pub async fn begin(
        &self,
        id: &DocumentId,
        form_counts: Option<Duration>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let mut item = removal_item(id, after(now, Kept::Document.time()));
        if let Some(counts) = form_counts {
            item.insert(FORM_UNTIL.into(), number(after(now, counts)));
        }
        let put = self.client.put_item().table_name(&self.table).set_item(Some(item));
        put.send().await.map(drop).map_err(StoreError::sdk("begin an upload"))
    }

    /// Whether a document waits for a sign-up.
    pub async fn waits(&self, id: &DocumentId) -> Result<bool, StoreError> {
        let asked = self.client.get_item().table_name(&self.table).set_key(Some(removal_key(id)));
        let answer =
            asked.consistent_read(true).send().await.map_err(StoreError::sdk("look for a document"))?;
        Ok(answer.item.is_some_and(|item| !item.contains_key(REMOVING)))
    }

    /// From now on nobody signs up with a document. False when a sign-up has it, or it is gone.
    pub async fn claim(&self, id: &DocumentId) -> Result<bool, StoreError> {
        let change = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(removal_key(id)))
            .update_expression("SET removing = :yes")
            .condition_expression("attribute_exists(pk)")
            .expression_attribute_values(":yes", AttributeValue::Bool(true));
        met(change.send().await, "remove a document")
    }

    /// Some of the documents whose time is over.
    pub async fn over(&self, now: Timestamp, most: i32) -> Result<Vec<DocumentId>, StoreError> {
        let operation = "find documents that are over";
        let (items, _) =
            by_due::due(&self.client, &self.table, REMOVAL, now, (most, None), operation).await?;
        let id = |item: &Item| text_of(item, PK)?.strip_prefix(PARTITION)?.parse().ok();
        Ok(items.iter().filter_map(id).collect())
    }

    /// Forgets a document that is removed from the bucket; as long as a form for it counts, it is to be removed again.
    pub async fn forget(&self, id: &DocumentId, now: Timestamp) -> Result<(), StoreError> {
        let delete = self
            .client
            .delete_item()
            .table_name(&self.table)
            .set_key(Some(removal_key(id)))
            .condition_expression("attribute_not_exists(form_until) OR form_until <= :now")
            .expression_attribute_values(":now", number(now.as_second()));
        if met(delete.send().await, "forget a document")? {
            return Ok(());
        }
        let again = self
            .client
            .update_item()
            .table_name(&self.table)
            .set_key(Some(removal_key(id)))
            .update_expression("SET due_at = form_until")
            .condition_expression("attribute_exists(form_until)");
        met(again.send().await, "forget a document").map(drop)
    }
}

/// That a document which waits is to be removed now. Nothing when it does not wait any more.
pub(super) async fn hasten(
    client: &Client,
    table: &str,
    id: &DocumentId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let change = client
        .update_item()
        .table_name(table)
        .set_key(Some(removal_key(id)))
        .update_expression("SET due_at = :now, removing = :yes")
        .condition_expression("attribute_exists(pk)")
        .expression_attribute_values(":now", number(now.as_second()))
        .expression_attribute_values(":yes", AttributeValue::Bool(true));
    met(change.send().await, "let go of a document").map(drop)
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
    (place, uploaded): (usize, &Document),
    now: Timestamp,
) -> Result<Item, StoreError> {
    let mut item = item_of(owner, format!("{DOCUMENT}{}", uploaded.id));
    item.insert(PLACE.into(), number(i64::try_from(place).unwrap_or(i64::MAX)));
    item.insert(DOCUMENT_OF.into(), document(uploaded)?);
    item.insert(AT.into(), text(now.to_string()));
    Ok(item)
}

/// The document of such an item.
pub(super) fn document_in(item: &Item) -> Result<Document, StoreError> {
    document_of(item, DOCUMENT_OF)
}

/// The documents of these items, in the order in which the participant sent them.
pub(super) fn documents_in<'a>(items: impl Iterator<Item = &'a Item>) -> Result<Vec<Document>, StoreError> {
    let mut items: Vec<&Item> = items.collect();
    items.sort_by_cached_key(|item| (text_of(item, AT).map(str::to_owned), number_of(item, PLACE)));
    items.into_iter().map(document_in).collect()
}
