//! All-or-nothing writes.

use std::time::Duration;

use aws_sdk_dynamodb::{
    Client,
    error::BuildError,
    operation::transact_write_items::TransactWriteItemsError,
    types::{AttributeValue, ConditionCheck, Delete, Put, TransactWriteItem, builders::UpdateBuilder},
};
use jiff::Timestamp;

use super::{
    StoreError,
    item::{Item, number},
};

/// How many times to try a transaction that conflicts with another one.
const TRIES: u32 = 6;
/// The first pause before another try. Each further pause is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(20);

/// The result of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Commit {
    /// All writes were made.
    Accepted,
    /// No write was made, because the condition of the write at this index failed.
    RefusedAt(usize),
}

/// Runs the writes as one transaction, and tries again after a conflict.
pub(super) async fn transact(
    client: &Client,
    writes: Vec<TransactWriteItem>,
    operation: &'static str,
) -> Result<Commit, StoreError> {
    let mut pause = FIRST_PAUSE;
    for tries_left in (0..TRIES).rev() {
        let answer = client.transact_write_items().set_transact_items(Some(writes.clone())).send().await;
        let Err(error) = answer else { return Ok(Commit::Accepted) };
        let cancellation = match error.as_service_error() {
            Some(TransactWriteItemsError::TransactionCanceledException(cause)) => {
                let reasons: Vec<_> = cause.cancellation_reasons().iter().map(|r| r.code()).collect();
                cancellation_of(&reasons)
            }
            Some(TransactWriteItemsError::TransactionInProgressException(_)) => Cancellation::Conflict,
            _ => Cancellation::Other,
        };
        match cancellation {
            Cancellation::ConditionFailedAt(index) => return Ok(Commit::RefusedAt(index)),
            Cancellation::Other => return Err(StoreError::sdk(operation)(error)),
            Cancellation::Conflict if tries_left > 0 => {
                tokio::time::sleep(pause).await;
                pause *= 2;
            }
            Cancellation::Conflict => {}
        }
    }
    Err(StoreError::new(operation, "too many concurrent writes"))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cancellation {
    ConditionFailedAt(usize),
    Conflict,
    Other,
}

/// DynamoDB reports one reason per write. While one write conflicts with another transaction, the failed condition
/// of a second write may be out of date, so a conflict takes precedence.
fn cancellation_of(reasons: &[Option<&str>]) -> Cancellation {
    let transient = ["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"];
    if reasons.iter().flatten().any(|reason| transient.contains(reason)) {
        return Cancellation::Conflict;
    }
    match reasons.iter().position(|reason| *reason == Some("ConditionalCheckFailed")) {
        Some(index) => Cancellation::ConditionFailedAt(index),
        None => Cancellation::Other,
    }
}

/// Puts an item, replacing any existing one.
pub(super) fn put(table: &str, item: Item) -> Result<TransactWriteItem, StoreError> {
    let put = Put::builder().table_name(table).set_item(Some(item)).build()?;
    Ok(TransactWriteItem::builder().put(put).build())
}

/// Puts an item that must not exist yet.
pub(super) fn put_new(table: &str, item: Item) -> Result<TransactWriteItem, StoreError> {
    let put = Put::builder()
        .table_name(table)
        .set_item(Some(item))
        .condition_expression("attribute_not_exists(pk)")
        .build()?;
    Ok(TransactWriteItem::builder().put(put).build())
}

/// Puts an item if the existing one meets the condition.
pub(super) fn put_if(table: &str, item: Item, condition: Condition) -> Result<TransactWriteItem, StoreError> {
    let put = Put::builder()
        .table_name(table)
        .set_item(Some(item))
        .condition_expression(condition.expression)
        .set_expression_attribute_values(condition.values())
        .build()?;
    Ok(TransactWriteItem::builder().put(put).build())
}

/// Puts an item that must not exist yet, or must have expired.
pub(super) fn put_new_or_expired(
    table: &str,
    item: Item,
    now: Timestamp,
) -> Result<TransactWriteItem, StoreError> {
    let put = Put::builder()
        .table_name(table)
        .set_item(Some(item))
        .condition_expression("attribute_not_exists(pk) OR expires_at <= :now")
        .expression_attribute_values(":now", number(now.as_second()))
        .build()?;
    Ok(TransactWriteItem::builder().put(put).build())
}

/// Updates an item.
pub(super) fn update(update: UpdateBuilder) -> Result<TransactWriteItem, BuildError> {
    Ok(TransactWriteItem::builder().update(update.build()?).build())
}

/// Makes the transaction depend on the existence of an item.
pub(super) fn check_exists(table: &str, key: Item) -> Result<TransactWriteItem, StoreError> {
    check(table, key, Condition::new("attribute_exists(pk)"))
}

/// A condition on an item.
#[derive(Debug, Clone)]
pub(super) struct Condition {
    expression: &'static str,
    values: Item,
}

impl Condition {
    pub(super) fn new(expression: &'static str) -> Self {
        Self { expression, values: Item::new() }
    }

    /// Adds the value of a placeholder in the expression.
    pub(super) fn with(mut self, name: &str, value: AttributeValue) -> Self {
        self.values.insert(name.to_owned(), value);
        self
    }

    fn values(self) -> Option<Item> {
        (!self.values.is_empty()).then_some(self.values)
    }
}

/// Makes the transaction depend on a condition of an item that it doesn't write.
pub(super) fn check(table: &str, key: Item, condition: Condition) -> Result<TransactWriteItem, StoreError> {
    let check = ConditionCheck::builder()
        .table_name(table)
        .set_key(Some(key))
        .condition_expression(condition.expression)
        .set_expression_attribute_values(condition.values())
        .build()?;
    Ok(TransactWriteItem::builder().condition_check(check).build())
}

/// Deletes an item if it meets the condition.
pub(super) fn delete_if(
    table: &str,
    key: Item,
    condition: Condition,
) -> Result<TransactWriteItem, StoreError> {
    let delete = Delete::builder()
        .table_name(table)
        .set_key(Some(key))
        .condition_expression(condition.expression)
        .set_expression_attribute_values(condition.values())
        .build()?;
    Ok(TransactWriteItem::builder().delete(delete).build())
}

/// Deletes an item if it exists.
pub(super) fn delete(table: &str, key: Item) -> Result<TransactWriteItem, StoreError> {
    let delete = Delete::builder().table_name(table).set_key(Some(key)).build()?;
    Ok(TransactWriteItem::builder().delete(delete).build())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_condition_counts_only_without_a_conflict() {
        let met = Some("None");
        let failed = Some("ConditionalCheckFailed");
        let table: &[(&[Option<&str>], Cancellation)] = &[
            (&[met, failed, failed], Cancellation::ConditionFailedAt(1)),
            (&[failed, met, met], Cancellation::ConditionFailedAt(0)),
            (&[Some("TransactionConflict"), failed, met], Cancellation::Conflict),
            (&[failed, Some("TransactionConflict")], Cancellation::Conflict),
            (&[Some("ThrottlingError"), met], Cancellation::Conflict),
            (&[None, Some("ValidationError")], Cancellation::Other),
            (&[], Cancellation::Other),
        ];
        for (reasons, expected) in table {
            assert_eq!(cancellation_of(reasons), *expected, "{reasons:?}");
        }
    }
}
