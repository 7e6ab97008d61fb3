//! The queue of studies that can't become pages, for operators to look into.

use aws_sdk_sqs::{Client, error::SdkError};
use serde::{Deserialize, Serialize};

/// Why a study has not been regenerated. It contains nothing else of the study.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Poison {
    /// The number in the study's key, or `None` for a page that belongs to no single study.
    pub study: Option<String>,
    /// Id of the stream event.
    pub event: String,
    /// The item and key, or the page that failed.
    pub place: String,
    /// The error.
    pub reason: String,
}

/// A client of the queue.
#[derive(Debug, Clone)]
pub struct PoisonQueue {
    client: Client,
    address: String,
}

/// The queue rejected a message.
#[derive(Debug, thiserror::Error)]
#[error("the queue of studies that can't be regenerated rejected a message: {0}")]
pub struct QueueError(String);

impl PoisonQueue {
    /// Returns a client of the queue at this address.
    #[must_use]
    pub fn new(client: Client, address: impl Into<String>) -> Self {
        Self { client, address: address.into() }
    }

    /// Adds a study to the queue.
    pub async fn send(&self, poison: &Poison) -> Result<(), QueueError> {
        let body = serde_json::to_string(poison).map_err(|error| QueueError(error.to_string()))?;
        let message = self.client.send_message().queue_url(&self.address).message_body(body);
        let sent = message.send().await;
        sent.map(drop).map_err(|error| QueueError(error_code(&error)))
    }
}

fn error_code<E: aws_sdk_sqs::error::ProvideErrorMetadata, R>(error: &SdkError<E, R>) -> String {
    let code = error.as_service_error().and_then(aws_sdk_sqs::error::ProvideErrorMetadata::code);
    code.unwrap_or("not reachable").to_owned()
}
