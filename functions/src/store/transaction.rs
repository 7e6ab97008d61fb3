//! Several writes at once, or none of them.

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

/// How often writes that ran into others are tried.
const TRIES: u32 = 6;
/// The first pause before another try; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(20);

/// What became of the writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Carried {
    /// All of them are there.
    Out,
    /// None of them is: the condition of the write at this place was not met.
    RefusedAt(usize),
}

/// Carries the writes out, and tries again when others were in the way.
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

/// Each write has a reason of its own. As long as others are in the way of one, a condition of
/// another may be judged before theirs has been written, so it is not believed yet.
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

/// Puts an item, whatever is there.
pub(super) fn put(table: &str, item: Item) -> Result<TransactWriteItem, StoreError> {
    let put = Put::builder().table_name(table).set_item(Some(item)).build()?;
    Ok(TransactWriteItem::builder().put(put).build())
}

/// Puts an item that must not be there yet.
pub(super) fn put_new(table: &str, item: Item) -> Result<TransactWriteItem, StoreError> {
    let put = Put::builder()
        .table_name(table)
        .set_item(Some(item))
        .condition_expression("attribute_not_exists(pk)")
        .build()?;
    Ok(TransactWriteItem::builder().put(put).build())
}

/// Puts an item in the place of one that has to be like this.
pub(super) fn put_if(table: &str, item: Item, condition: Condition) -> Result<TransactWriteItem, StoreError> {
    let put = Put::builder()
        .table_name(table)
        .set_item(Some(item))
        .condition_expression(condition.expression)
        .set_expression_attribute_values(condition.values())
        .build()?;
    Ok(TransactWriteItem::builder().put(put).build())
}

/// Puts an item that must not be there yet, or be over.
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

/// Changes an item.
pub(super) fn update(update: UpdateBuilder) -> Result<TransactWriteItem, BuildError> {
    Ok(TransactWriteItem::builder().update(update.build()?).build())
}

/// Carries the other writes out only where an item is there.
pub(super) fn check_there(table: &str, key: Item) -> Result<TransactWriteItem, StoreError> {
    check(table, key, Condition::new("attribute_exists(pk)"))
}

/// What an item has to be like.
#[derive(Debug, Clone)]
pub(super) struct Condition {
    expression: &'static str,
    values: Item,
}

impl Condition {
    pub(super) fn new(expression: &'static str) -> Self {
        Self { expression, values: Item::new() }
    }

    /// With the value that a name of the expression stands for.
    pub(super) fn with(mut self, name: &str, value: AttributeValue) -> Self {
        self.values.insert(name.to_owned(), value);
        self
    }

    fn values(self) -> Option<Item> {
        (!self.values.is_empty()).then_some(self.values)
    }
}

/// Carries the other writes out only where an item is like this.
pub(super) fn check(table: &str, key: Item, condition: Condition) -> Result<TransactWriteItem, StoreError> {
    let check = ConditionCheck::builder()
        .table_name(table)
        .set_key(Some(key))
        .condition_expression(condition.expression)
        .set_expression_attribute_values(condition.values())
        .build()?;
    Ok(TransactWriteItem::builder().condition_check(check).build())
}

/// Deletes an item that has to be like this.
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

/// Deletes an item, if it is there.
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
