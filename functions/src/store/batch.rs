//! Batch reads and writes, split into requests of the size that DynamoDB accepts.

use std::{
    collections::{HashMap, VecDeque},
    time::Duration,
};

use aws_sdk_dynamodb::{
    config::{self, timeout::TimeoutConfig},
    types::{DeleteRequest, KeysAndAttributes, PutRequest, WriteRequest},
};

use super::{StoreError, item::Item, table::Table};

/// The most items per write request (a DynamoDB limit).
const MAX_WRITES: usize = 25;
/// The most items per read request (a DynamoDB limit).
const MAX_READS: usize = 100;
/// The first pause after DynamoDB returns unprocessed items. Each further pause is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(50);
/// How many times in a row DynamoDB may return unprocessed items.
const MAX_PAUSES: u32 = 8;

/// The write that puts an item, replacing any existing one.
pub(super) fn replacement(item: Item) -> Result<WriteRequest, StoreError> {
    let request = PutRequest::builder().set_item(Some(item)).build()?;
    Ok(WriteRequest::builder().put_request(request).build())
}

/// The write that deletes the item with this key, if it exists.
pub(super) fn deletion(key: Item) -> Result<WriteRequest, StoreError> {
    let request = DeleteRequest::builder().set_key(Some(key)).build()?;
    Ok(WriteRequest::builder().delete_request(request).build())
}

/// Pauses if items are left, and returns how many pauses in a row there have been.
async fn pause(is_done: bool, pauses: u32, operation: &'static str) -> Result<u32, StoreError> {
    if is_done {
        return Ok(0);
    }
    if pauses == MAX_PAUSES {
        return Err(StoreError::new(operation, "the database is too busy"));
    }
    tokio::time::sleep(FIRST_PAUSE * 2_u32.pow(pauses)).await;
    Ok(pauses + 1)
}

/// Longer timeouts for background work, where no visitor is waiting.
pub(super) fn background_timeouts() -> config::Builder {
    let times = TimeoutConfig::builder()
        .operation_attempt_timeout(Duration::from_secs(30))
        .operation_timeout(Duration::from_secs(90));
    config::Builder::default().timeout_config(times.build())
}

/// A projection expression for attributes with these paths, and the names of its placeholders. Names need
/// placeholders because DynamoDB reserves many words.
pub(super) fn projection(paths: &[&str]) -> (String, HashMap<String, String>) {
    let placeholder = |name: &str| format!("#{name}");
    let expression = |path: &&str| path.split('.').map(placeholder).collect::<Vec<_>>().join(".");
    let names = paths.iter().flat_map(|path| path.split('.'));
    (
        paths.iter().map(expression).collect::<Vec<_>>().join(", "),
        names.map(|name| (placeholder(name), name.to_owned())).collect(),
    )
}

/// Which attributes to read.
pub(super) enum Part {
    /// The whole item, with an eventually consistent read.
    Whole,
    /// The attributes with these paths, with a consistent read.
    Attributes(&'static [&'static str]),
}

impl Table {
    /// Writes all items in order, pausing when DynamoDB returns some of them unprocessed.
    pub(super) async fn write(
        &self,
        writes: Vec<WriteRequest>,
        operation: &'static str,
    ) -> Result<(), StoreError> {
        let mut waiting = VecDeque::from(writes);
        let mut pauses = 0;
        while !waiting.is_empty() {
            let chunk: Vec<_> = waiting.drain(..waiting.len().min(MAX_WRITES)).collect();
            let answer = self
                .client
                .batch_write_item()
                .request_items(&self.name, chunk)
                .customize()
                .config_override(background_timeouts())
                .send()
                .await
                .map_err(StoreError::sdk(operation))?;
            let unprocessed =
                answer.unprocessed_items.and_then(|mut tables| tables.remove(&self.name)).unwrap_or_default();
            pauses = pause(unprocessed.is_empty(), pauses, operation).await?;
            for write in unprocessed.into_iter().rev() {
                waiting.push_front(write);
            }
        }
        Ok(())
    }

    /// Deletes the items with these keys. Missing items are ignored.
    pub(super) async fn remove(&self, keys: Vec<Item>, operation: &'static str) -> Result<(), StoreError> {
        let writes = keys.into_iter().map(deletion).collect::<Result<_, _>>()?;
        self.write(writes, operation).await
    }

    /// Reads the items with these keys, in no particular order. Missing items are left out.
    pub(super) async fn read(
        &self,
        mut keys: Vec<Item>,
        part: Part,
        operation: &'static str,
    ) -> Result<Vec<Item>, StoreError> {
        let mut items = Vec::with_capacity(keys.len());
        let mut pauses = 0;
        while !keys.is_empty() {
            let chunk: Vec<_> = keys.drain(..keys.len().min(MAX_READS)).collect();
            let request = KeysAndAttributes::builder().set_keys(Some(chunk));
            let request = match &part {
                Part::Whole => request,
                Part::Attributes(paths) => {
                    let (projection, names) = projection(paths);
                    let request = request.projection_expression(projection).consistent_read(true);
                    request.set_expression_attribute_names(Some(names))
                }
            };
            let request = request.build()?;
            let answer = self
                .client
                .batch_get_item()
                .request_items(&self.name, request)
                .send()
                .await
                .map_err(StoreError::sdk(operation))?;
            items.extend(
                answer.responses.and_then(|mut tables| tables.remove(&self.name)).unwrap_or_default(),
            );
            let unprocessed = answer.unprocessed_keys.and_then(|mut tables| tables.remove(&self.name));
            let unprocessed = unprocessed.map(|unprocessed| unprocessed.keys).unwrap_or_default();
            pauses = pause(unprocessed.is_empty(), pauses, operation).await?;
            keys.extend(unprocessed);
        }
        Ok(items)
    }
}
