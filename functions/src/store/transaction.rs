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
pub(super) enum Carried {
    /// All writes were made.
    Out,
    /// No write was made, because the condition of the write at this index failed.
    RefusedAt(usize),
}

/// Runs the writes as one transaction, and tries again after a conflict.
pub(super) async fn carry_out(
    client: &Client,
    writes: Vec<TransactWriteItem>,
    operation: &'static str,
) -> Result<Carried, StoreError> {
    let mut pause = FIRST_PAUSE;
    for left in (0..TRIES).rev() {
        let answer = client.transact_write_items().set_transact_items(Some(writes.clone())).send().await;
        let Err(error) = answer else { return Ok(Carried::Out) };
        let cancelled = match error.as_service_error() {
            Some(TransactWriteItemsError::TransactionCanceledException(cause)) => {
                let reasons: Vec<_> = cause.cancellation_reasons().iter().map(|r| r.code()).collect();
                why_cancelled(&reasons)
            }
            Some(TransactWriteItemsError::TransactionInProgressException(_)) => Cancelled::OthersInTheWay,
            _ => Cancelled::Broken,
        };
        match cancelled {
            Cancelled::ConditionAt(place) => return Ok(Carried::RefusedAt(place)),
            Cancelled::Broken => return Err(StoreError::sdk(operation)(error)),
            Cancelled::OthersInTheWay if left > 0 => {
                tokio::time::sleep(pause).await;
                pause *= 2;
            }
            Cancelled::OthersInTheWay => {}
        }
    }
    Err(StoreError::of(operation, "others are in the way"))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cancelled {
    ConditionAt(usize),
    OthersInTheWay,
    Broken,
}

/// DynamoDB reports one reason per write. While one write conflicts with another transaction, the failed condition of a
/// second write may be out of date, so a conflict takes precedence.
fn why_cancelled(reasons: &[Option<&str>]) -> Cancelled {
    let passing = ["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"];
    if reasons.iter().flatten().any(|reason| passing.contains(reason)) {
        return Cancelled::OthersInTheWay;
    }
    match reasons.iter().position(|reason| *reason == Some("ConditionalCheckFailed")) {
        Some(place) => Cancelled::ConditionAt(place),
        None => Cancelled::Broken,
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
pub(super) fn put_new_or_over(
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
pub(super) fn check_there(table: &str, key: Item) -> Result<TransactWriteItem, StoreError> {
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
    fn a_condition_counts_only_when_nobody_else_is_in_the_way() {
        let met = Some("None");
        let failed = Some("ConditionalCheckFailed");
        let table: &[(&[Option<&str>], Cancelled)] = &[
            (&[met, failed, failed], Cancelled::ConditionAt(1)),
            (&[failed, met, met], Cancelled::ConditionAt(0)),
            (&[Some("TransactionConflict"), failed, met], Cancelled::OthersInTheWay),
            (&[failed, Some("TransactionConflict")], Cancelled::OthersInTheWay),
            (&[Some("ThrottlingError"), met], Cancelled::OthersInTheWay),
            (&[None, Some("ValidationError")], Cancelled::Broken),
            (&[], Cancelled::Broken),
        ];
        for (reasons, expected) in table {
            assert_eq!(why_cancelled(reasons), *expected, "{reasons:?}");
        }
    }
}
