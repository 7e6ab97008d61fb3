//! The store's error type. It never contains a value of an item.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use waypoint_keys::KeyError;

/// A failed operation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the store could not {operation}: {kind}")]
pub struct StoreError {
    /// What the store tried to do, as a verb phrase: "read a study".
    pub operation: &'static str,
    /// The kind of failure, using the service's name for it where there is one.
    pub kind: String,
}

impl StoreError {
    /// An error for an item that can't be parsed.
    pub(crate) fn unreadable(operation: &'static str) -> Self {
        Self { operation, kind: "an item can't be read".into() }
    }

    /// An error for a change that other changes kept interfering with.
    pub(crate) fn busy(operation: &'static str) -> Self {
        Self::new(operation, "too many concurrent writes")
    }

    /// An error that doesn't come from the database.
    pub(crate) fn new(operation: &'static str, kind: impl Into<String>) -> Self {
        Self { operation, kind: kind.into() }
    }

    /// Converts an error of the SDK.
    pub(crate) fn sdk<E: ProvideErrorMetadata, R>(
        operation: &'static str,
    ) -> impl Fn(SdkError<E, R>) -> Self {
        move |error| {
            let kind = match &error {
                SdkError::ServiceError(service) => service.err().code().unwrap_or("service error").to_owned(),
                SdkError::TimeoutError(_) => "timeout".to_owned(),
                SdkError::DispatchFailure(_) => "not reachable".to_owned(),
                SdkError::ResponseError(_) => "the response can't be read".to_owned(),
                _ => "the request can't be built".to_owned(),
            };
            Self { operation, kind }
        }
    }
}

impl From<KeyError> for StoreError {
    fn from(error: KeyError) -> Self {
        Self::new("use a key", error.to_string())
    }
}

impl From<aws_sdk_dynamodb::error::BuildError> for StoreError {
    fn from(_: aws_sdk_dynamodb::error::BuildError) -> Self {
        Self::new("build a request", "a part is missing")
    }
}
