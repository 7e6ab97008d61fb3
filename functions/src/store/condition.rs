//! The result of a single conditional write.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};

use super::StoreError;

/// The service's error code for a failed condition.
const NOT_MET: &str = "ConditionalCheckFailedException";

/// Returns whether the write succeeded: false if its condition failed.
pub(super) fn condition_met<T, E: ProvideErrorMetadata, R>(
    answer: Result<T, SdkError<E, R>>,
    operation: &'static str,
) -> Result<bool, StoreError> {
    match answer {
        Ok(_) => Ok(true),
        Err(SdkError::ServiceError(refusal)) if refusal.err().code() == Some(NOT_MET) => Ok(false),
        Err(error) => Err(StoreError::sdk(operation)(error)),
    }
}
