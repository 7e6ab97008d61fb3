//! Writing and reading many items, as many at once as the database takes.

use std::{
    collections::{HashMap, VecDeque},
    time::Duration,
};

use aws_sdk_dynamodb::{
    Client,
    config::{self, timeout::TimeoutConfig},
    types::{DeleteRequest, KeysAndAttributes, WriteRequest},
};

use super::{StoreError, item::Item};

/// The most items that one request writes.
const MOST_AT_ONCE: usize = 25;
/// The most items that one request reads.
const MOST_READ_AT_ONCE: usize = 100;
/// The first pause when the database leaves items for later; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
/// How often in a row the database may leave items for later.
const MOST_PAUSES: u32 = 8;

/// Writes all of these, in order, and waits where the database asks for time.
pub(super) async fn write(
    client: &Client,
    table: &str,
    writes: Vec<WriteRequest>,
    operation: &'static str,
) -> Result<(), StoreError> {
    let mut waiting = VecDeque::from(writes);
    let mut pauses = 0;
    while !waiting.is_empty() {
        let some: Vec<_> = waiting.drain(..waiting.len().min(MOST_AT_ONCE)).collect();
        let answer = client
            .batch_write_item()
            .request_items(table, some)
            .customize()
            .config_override(patient())
            .send()
            .await
            .map_err(StoreError::sdk(operation))?;
        let left = answer.unprocessed_items.and_then(|mut left| left.remove(table)).unwrap_or_default();
        pauses = pause(left.is_empty(), pauses, operation).await?;
        for write in left.into_iter().rev() {
            waiting.push_front(write);
        }
    }
    Ok(())
}

/// Removes the items of these keys, as far as they are there.
pub(super) async fn remove(
    client: &Client,
    table: &str,
    keys: Vec<Item>,
    operation: &'static str,
) -> Result<(), StoreError> {
    let writes = keys.into_iter().map(|key| {
        let request = DeleteRequest::builder().set_key(Some(key)).build()?;
        Ok(WriteRequest::builder().delete_request(request).build())
    });
    write(client, table, writes.collect::<Result<Vec<_>, StoreError>>()?, operation).await
}

/// Waits when the database leaves items for later, and gives how often in a row it has done so.
async fn pause(nothing_left: bool, pauses: u32, operation: &'static str) -> Result<u32, StoreError> {
    if nothing_left {
        return Ok(0);
    }
    if pauses == MOST_PAUSES {
        return Err(StoreError::of(operation, "the database is too busy"));
    }
    tokio::time::sleep(FIRST_PAUSE * 2_u32.pow(pauses)).await;
    Ok(pauses + 1)
}

/// For what nobody waits for: many items at once may take longer than a visitor's few.
pub(super) fn patient() -> config::Builder {
    let times = TimeoutConfig::builder()
        .operation_attempt_timeout(Duration::from_secs(30))
        .operation_timeout(Duration::from_secs(90));
    config::Builder::default().timeout_config(times.build())
}

/// What is read of each item.
pub(super) enum Part {
    /// All of it, as it was a moment ago at the latest.
    Whole,
    /// These attributes by their short names, as they are now.
    Attributes(&'static str, HashMap<String, String>),
}

/// Reads the items of these keys, as far as they are there, in no order.
pub(super) async fn read(
    client: &Client,
    table: &str,
    mut keys: Vec<Item>,
    part: Part,
    operation: &'static str,
) -> Result<Vec<Item>, StoreError> {
    let mut items = Vec::with_capacity(keys.len());
    let mut pauses = 0;
    while !keys.is_empty() {
        let some: Vec<_> = keys.drain(..keys.len().min(MOST_READ_AT_ONCE)).collect();
        let asked = KeysAndAttributes::builder().set_keys(Some(some));
        let asked = match &part {
            Part::Whole => asked,
            Part::Attributes(projection, names) => asked
                .projection_expression(*projection)
                .set_expression_attribute_names((!names.is_empty()).then(|| names.clone()))
                .consistent_read(true),
        };
        let asked = asked.build()?;
        let answer = client
            .batch_get_item()
            .request_items(table, asked)
            .send()
            .await
            .map_err(StoreError::sdk(operation))?;
        items.extend(answer.responses.and_then(|mut tables| tables.remove(table)).unwrap_or_default());
        let left = answer.unprocessed_keys.and_then(|mut tables| tables.remove(table));
        let left = left.map(|left| left.keys).unwrap_or_default();
        pauses = pause(left.is_empty(), pauses, operation).await?;
        keys.extend(left);
    }
    Ok(items)
}
