//! The bucket's name and region, and the only account that may use it.

use aws_credential_types::{
    Credentials,
    provider::{ProvideCredentials, future},
};

use crate::access::caller::calling_function;

/// The only bucket.
pub const BUCKET: &str = "waypoint-documents";
/// The bucket's region.
pub const REGION: &str = "us-east-1";
/// The access key for signatures.
pub const ACCESS_KEY: &str = "local";
/// The secret key for signatures.
pub const SECRET_KEY: &str = "local";

/// Credentials of the calling function. In the cloud, each function has its own; here, the session token names the
/// function.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FunctionCredentials;

impl ProvideCredentials for FunctionCredentials {
    fn provide_credentials<'a>(&'a self) -> future::ProvideCredentials<'a>
    where
        Self: 'a,
    {
        let function = calling_function();
        future::ProvideCredentials::ready(Ok(Credentials::new(
            ACCESS_KEY, SECRET_KEY, function, None, "local",
        )))
    }
}
