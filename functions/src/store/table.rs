//! A table of the database: the requests that the other modules make, with its client and name.

use std::str::FromStr;

use aws_sdk_dynamodb::{
    Client,
    operation::{query::builders::QueryFluentBuilder, scan::builders::ScanFluentBuilder},
};
use jiff::Timestamp;

use super::{
    DataKey, Sealer, StoreError,
    item::{Item, ids_after, number, text},
};

/// The partition key of the index of due items: what an item waits for. An item without it isn't in the index.
pub(super) const WAITS_FOR: &str = "waits_for";
/// The sort key of the index of due items: when an item is due, in Unix seconds.
pub(super) const DUE: &str = "due_at";
/// The index of due items.
const BY_DUE: &str = "by_due";

/// The table names of this deployment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tables {
    /// Partner studies, their questions, and the editors' settings.
    pub studies: String,
    /// Registry records and the sync state.
    pub registry: String,
    /// Participants, subscriptions, and the outbox.
    pub participants: String,
    /// Browser sessions, drafts, captcha marks, and counters.
    pub sessions: String,
    /// Figures by study and day.
    pub figures: String,
}

/// The start of the next page of due items.
#[derive(Debug, Clone)]
pub struct NextPage(Item);

/// A table, and the client to access it with.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) client: Client,
    pub(super) name: String,
}

impl Table {
    pub(super) fn new(client: Client, name: impl Into<String>) -> Self {
        Self { client, name: name.into() }
    }

    /// A sealer for the values of `id` in this table.
    pub(super) fn sealer<'a>(&'a self, key: &'a DataKey, id: &'a str) -> Sealer<'a> {
        Sealer::new(key, &self.name, id)
    }

    /// The item with this key. The read is consistent.
    pub(super) async fn item(&self, key: Item, operation: &'static str) -> Result<Option<Item>, StoreError> {
        self.read_item(key, true, operation).await
    }

    /// The item with this key, possibly without the last changes. Such a read is cheaper.
    pub(super) async fn recent_item(
        &self,
        key: Item,
        operation: &'static str,
    ) -> Result<Option<Item>, StoreError> {
        self.read_item(key, false, operation).await
    }

    async fn read_item(
        &self,
        key: Item,
        is_consistent: bool,
        operation: &'static str,
    ) -> Result<Option<Item>, StoreError> {
        let get = self.client.get_item().table_name(&self.name).set_key(Some(key));
        let answer = get.consistent_read(is_consistent).send().await;
        Ok(answer.map_err(StoreError::sdk(operation))?.item)
    }

    /// The items of a partition whose sort key starts with `prefix`, ordered by sort key. The read is consistent.
    pub(super) async fn items(
        &self,
        (partition, prefix): (String, &str),
        operation: &'static str,
    ) -> Result<Vec<Item>, StoreError> {
        let query = self.query().expression_attribute_values(":pk", text(partition));
        // DynamoDB rejects an empty prefix.
        let query = match prefix {
            "" => query.key_condition_expression("pk = :pk"),
            prefix => query
                .key_condition_expression("pk = :pk AND begins_with(sk, :prefix)")
                .expression_attribute_values(":prefix", text(prefix)),
        };
        query_all(query.consistent_read(true), operation).await
    }

    /// One page of at most `most` due items, the longest overdue first, and the start of the next page. Each item is
    /// named by the id after `prefix` in its partition key.
    pub(super) async fn due<T: FromStr>(
        &self,
        (waits_for, prefix): (&str, &str),
        until: Timestamp,
        (most, from): (i32, Option<NextPage>),
        operation: &'static str,
    ) -> Result<(Vec<T>, Option<NextPage>), StoreError> {
        let query = self
            .query()
            .index_name(BY_DUE)
            .key_condition_expression("waits_for = :what AND due_at <= :until")
            .expression_attribute_values(":what", text(waits_for))
            .expression_attribute_values(":until", number(until.as_second()))
            .limit(most)
            .set_exclusive_start_key(from.map(|NextPage(key)| key));
        let answer = query.send().await.map_err(StoreError::sdk(operation))?;
        let ids = ids_after(prefix, &answer.items.unwrap_or_default()).collect();
        Ok((ids, answer.last_evaluated_key.map(NextPage)))
    }

    pub(super) fn query(&self) -> QueryFluentBuilder {
        self.client.query().table_name(&self.name)
    }

    pub(super) fn scan(&self) -> ScanFluentBuilder {
        self.client.scan().table_name(&self.name)
    }
}

/// All items that a query finds.
pub(super) async fn query_all(
    query: QueryFluentBuilder,
    operation: &'static str,
) -> Result<Vec<Item>, StoreError> {
    let pages = query.into_paginator().items().send();
    pages.collect::<Result<Vec<Item>, _>>().await.map_err(StoreError::sdk(operation))
}

/// All items that a scan finds.
pub(super) async fn scan_all(
    scan: ScanFluentBuilder,
    operation: &'static str,
) -> Result<Vec<Item>, StoreError> {
    let pages = scan.into_paginator().items().send();
    pages.collect::<Result<Vec<Item>, _>>().await.map_err(StoreError::sdk(operation))
}

/// All items that a scan finds in partitions whose key starts with `prefix`.
pub(super) async fn scan_prefix(
    scan: ScanFluentBuilder,
    prefix: &str,
    operation: &'static str,
) -> Result<Vec<Item>, StoreError> {
    let scan = scan.filter_expression("begins_with(pk, :prefix)");
    scan_all(scan.expression_attribute_values(":prefix", text(prefix)), operation).await
}
