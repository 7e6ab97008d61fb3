//! Reading single items, partitions, and whole tables.

use aws_sdk_dynamodb::{
    Client,
    operation::{query::builders::QueryFluentBuilder, scan::builders::ScanFluentBuilder},
};

use super::{
    StoreError,
    item::{Item, text},
};

/// The items of a partition whose sort key starts with `prefix`, ordered by sort key. The read is consistent.
pub(super) async fn items(
    client: &Client,
    table: &str,
    (partition, prefix): (String, &str),
    operation: &'static str,
) -> Result<Vec<Item>, StoreError> {
    let query = client.query().table_name(table).expression_attribute_values(":pk", text(partition));
    // DynamoDB rejects an empty prefix.
    let query = match prefix {
        "" => query.key_condition_expression("pk = :pk"),
        prefix => query
            .key_condition_expression("pk = :pk AND begins_with(sk, :prefix)")
            .expression_attribute_values(":prefix", text(prefix)),
    };
    self::query(query.consistent_read(true), operation).await
}

/// All items that a query finds.
pub(super) async fn query(
    query: QueryFluentBuilder,
    operation: &'static str,
) -> Result<Vec<Item>, StoreError> {
    let pages = query.into_paginator().items().send();
    pages.collect::<Result<Vec<Item>, _>>().await.map_err(StoreError::sdk(operation))
}

/// All items of the partitions whose key starts with `prefix`.
pub(super) async fn scan_prefix(
    scan: ScanFluentBuilder,
    prefix: &str,
    operation: &'static str,
) -> Result<Vec<Item>, StoreError> {
    let scan = scan.filter_expression("begins_with(pk, :prefix)");
    self::scan(scan.expression_attribute_values(":prefix", text(prefix)), operation).await
}

/// The item with this key. The read is consistent.
pub(super) async fn item(
    client: &Client,
    table: &str,
    key: Item,
    operation: &'static str,
) -> Result<Option<Item>, StoreError> {
    let get = client.get_item().table_name(table).set_key(Some(key)).consistent_read(true);
    Ok(get.send().await.map_err(StoreError::sdk(operation))?.item)
}

/// All items that a scan finds.
pub(super) async fn scan(scan: ScanFluentBuilder, operation: &'static str) -> Result<Vec<Item>, StoreError> {
    let pages = scan.into_paginator().items().send();
    pages.collect::<Result<Vec<Item>, _>>().await.map_err(StoreError::sdk(operation))
}
