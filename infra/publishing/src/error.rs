//! Why the site can't be published.

use aws_sdk_s3::error::{ProvideErrorMetadata, SdkError};
use waypoint_cdn::InvalidRoutes;

/// Publishing has failed.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// The environment names no place.
    #[error("{0} is not set; it names where the site is published")]
    Missing(&'static str),
    /// The routes.
    #[error(transparent)]
    Routes(#[from] InvalidRoutes),
    /// What a file was before can't be put back.
    #[error("the bucket of the site has no version of {0} as it was; its versions may have been removed")]
    NoVersion(String),
    /// There is no release to go back to.
    #[error("there is no release {0}; `--list` shows those that there are")]
    NoRelease(u32),
    /// Nothing was published before.
    #[error("there is no release before this one")]
    NothingBefore,
    /// A release can't be read.
    #[error("{0} in the bucket of the site is no release")]
    Unreadable(String),
    /// A service of the cloud.
    #[error("{service} does not {what}: {why}")]
    Service {
        /// Which.
        service: &'static str,
        /// What it was asked to do.
        what: String,
        /// What it says, or that it can't be reached.
        why: String,
    },
}

impl PublishError {
    /// What a service has answered.
    pub(crate) fn of<E, R>(
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

/// The name of an error, and never what was sent.
fn why<E: ProvideErrorMetadata, R>(error: &SdkError<E, R>) -> String {
    match error {
        SdkError::ServiceError(_) => error.code().unwrap_or("it refuses").to_owned(),
        SdkError::TimeoutError(_) => "it takes too long".to_owned(),
        _ => "it can't be reached".to_owned(),
    }
}
