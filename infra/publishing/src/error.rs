//! Errors of publishing.

use aws_sdk_s3::error::{ProvideErrorMetadata, SdkError};
use waypoint_cdn::InvalidRoutes;

/// Publishing failed.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// An environment variable is missing.
    #[error("the environment variable {0} is not set; it says where to publish the site")]
    Missing(&'static str),
    /// The routes are invalid.
    #[error(transparent)]
    Routes(#[from] InvalidRoutes),
    /// An earlier version of a file is missing.
    #[error("the site's bucket no longer has the earlier version of {0}; it may have been removed")]
    NoVersion(String),
    /// No release has this number.
    #[error("there is no release {0}; `--list` shows the releases")]
    NoRelease(u32),
    /// There is no release before the current one.
    #[error("there is no release before the current one")]
    NoEarlierRelease,
    /// The record of a release is invalid.
    #[error("{0} in the site's bucket is not a valid release")]
    InvalidRelease(String),
    /// A cloud service failed.
    #[error("{service} failed to {what}: {why}")]
    Service {
        /// The service, as the subject of the message.
        service: &'static str,
        /// The failed action, as an infinitive.
        what: String,
        /// The service's error code, or that it can't be reached.
        why: String,
    },
}

impl PublishError {
    /// Returns a function that turns an SDK error into an error of this service and action.
    pub(crate) fn from_sdk<E, R>(
        service: &'static str,
        what: impl Into<String>,
    ) -> impl FnOnce(SdkError<E, R>) -> Self
    where
        E: ProvideErrorMetadata,
    {
        let what = what.into();
        move |error| Self::Service { service, what, why: why(&error) }
    }
}

/// Returns the error code, and never the request.
fn why<E: ProvideErrorMetadata, R>(error: &SdkError<E, R>) -> String {
    match error {
        SdkError::ServiceError(_) => error.code().unwrap_or("it rejected the request").to_owned(),
        SdkError::TimeoutError(_) => "it timed out".to_owned(),
        _ => "it can't be reached".to_owned(),
    }
}
