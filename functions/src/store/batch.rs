//! Writing many items, as many at once as the database takes.

use std::{collections::VecDeque, time::Duration};

use aws_sdk_dynamodb::{Client, types::WriteRequest};

use super::StoreError;

/// The most items of one request.
const MOST_AT_ONCE: usize = 25;
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
            .send()
            .await
            .map_err(StoreError::sdk(operation))?;
        let left = answer.unprocessed_items.and_then(|mut left| left.remove(table)).unwrap_or_default();
        if left.is_empty() {
            pauses = 0;
        } else if pauses == MOST_PAUSES {
            return Err(StoreError::of(operation, "the database is too busy"));
        } else {
            tokio::time::sleep(FIRST_PAUSE * 2_u32.pow(pauses)).await;
            pauses += 1;
        }
        for write in left.into_iter().rev() {
            waiting.push_front(write);
        }
    }
    Ok(())
}
