//! The items of one partition of the Participants table, all that is kept of somebody.

use aws_sdk_dynamodb::Client;

use super::{
    StoreError,
    item::{Item, text},
};

/// All items of a partition whose sort key begins like this, as they are now, in the order of their sort keys.
pub(super) async fn items(
    client: &Client,
    table: &str,
    (partition, prefix): (String, &str),
    operation: &'static str,
) -> Result<Vec<Item>, StoreError> {
    let query = client.query().table_name(table).expression_attribute_values(":pk", text(partition));
    // The store takes no empty prefix.
    let query = match prefix {
        "" => query.key_condition_expression("pk = :pk"),
        prefix => query
            .key_condition_expression("pk = :pk AND begins_with(sk, :prefix)")
            .expression_attribute_values(":prefix", text(prefix)),
    };
    let pages = query.consistent_read(true).into_paginator().items().send();
    pages.collect::<Result<Vec<Item>, _>>().await.map_err(StoreError::sdk(operation))
}
