//! The index of the Participants table that finds items by due time.

use aws_sdk_dynamodb::Client;
use jiff::Timestamp;

use super::{
    StoreError,
    item::{Item, number, text},
};

/// The keys of the index: what an item waits for, and when it is due, in Unix seconds. An item without them isn't
/// in the index.
pub(super) const WAITS_FOR: &str = "waits_for";
pub(super) const DUE: &str = "due_at";
const BY_DUE: &str = "by_due";

/// One page of the keys of due items, the longest overdue first, and the start of the next page.
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
