//! Whether the condition of a single write was met.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};

use super::StoreError;

/// What the service calls a condition that was not met.
const NOT_MET: &str = "ConditionalCheckFailedException";

/// True when the write was carried out, false when its condition was not met.
pub(super) fn met<T, E: ProvideErrorMetadata, R>(
    answer: Result<T, SdkError<E, R>>,
    operation: &'static str,
) -> Result<bool, StoreError> {
    match answer {
        Ok(_) => Ok(true),
        Err(SdkError::ServiceError(refusal)) if refusal.err().code() == Some(NOT_MET) => Ok(false),
        Err(error) => Err(StoreError::sdk(operation)(error)),
    }
}
