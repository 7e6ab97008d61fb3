//! The index of the Participants table that finds what waits for its time.

use aws_sdk_dynamodb::Client;
use jiff::Timestamp;

use super::{
    StoreError,
    item::{Item, number, text},
};

/// What an item waits for, and when its time comes, in seconds since 1970: the index's keys. An item that waits for
/// nothing has neither, and is not in the index.
pub(super) const WAITS_FOR: &str = "waits_for";
pub(super) const DUE: &str = "due_at";
const BY_DUE: &str = "by_due";

/// The keys of a page of items whose time has come, the longest due first, and where the next page begins.
pub(super) async fn due(
    client: &Client,
    table: &str,
    waits_for: &str,
    until: Timestamp,
    (most, from): (i32, Option<Item>),
    operation: &'static str,
) -> Result<(Vec<Item>, Option<Item>), StoreError> {
    let answer = client
        .query()
        .table_name(table)
        .index_name(BY_DUE)
        .key_condition_expression("waits_for = :what AND due_at <= :until")
        .expression_attribute_values(":what", text(waits_for))
        .expression_attribute_values(":until", number(until.as_second()))
        .limit(most)
        .set_exclusive_start_key(from)
        .send()
        .await
        .map_err(StoreError::sdk(operation))?;
    Ok((answer.items.unwrap_or_default(), answer.last_evaluated_key))
}
