//! Studies that can't become pages: told to a queue, from which somebody takes them and puts them right.

use aws_sdk_sqs::{Client, error::SdkError};
use serde::{Deserialize, Serialize};

/// Why a study has not been made anew. Nothing else of it is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Poison {
    /// The number in its key; nothing for a page that is of no study alone.
    pub study: Option<String>,
    /// The event of the stream.
    pub event: String,
    /// The item and the part of it, or the page that can't be made.
    pub place: String,
    /// What is wrong.
    pub reason: String,
}

/// The queue.
#[derive(Debug, Clone)]
pub struct PoisonQueue {
    client: Client,
    address: String,
}

/// The queue did not take a message.
#[derive(Debug, thiserror::Error)]
#[error("the queue for studies that can't be made does not answer: {0}")]
pub struct QueueError(String);

impl PoisonQueue {
    /// The queue at this address.
    #[must_use]
    pub fn new(client: Client, address: impl Into<String>) -> Self {
        Self { client, address: address.into() }
    }

    /// Tells of a study.
    ///
    /// # Errors
    /// When the queue does not take it.
    pub async fn tell(&self, poison: &Poison) -> Result<(), QueueError> {
        let body = serde_json::to_string(poison).map_err(|error| QueueError(error.to_string()))?;
        let message = self.client.send_message().queue_url(&self.address).message_body(body);
        let sent = message.send().await;
        sent.map(drop).map_err(|error| QueueError(kind(&error)))
    }
}

fn kind<E: aws_sdk_sqs::error::ProvideErrorMetadata, R>(error: &SdkError<E, R>) -> String {
    let named = error.as_service_error().and_then(aws_sdk_sqs::error::ProvideErrorMetadata::code);
    named.unwrap_or("not reachable").to_owned()
}
