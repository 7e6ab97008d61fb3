//! On behalf of which function the store is asked. Where all functions are one process, a request to the store tells it in a
//! header, which no store reads but the gate.

use std::sync::Arc;

use aws_credential_types::{
    Credentials,
    provider::{ProvideCredentials, future},
};
use aws_sdk_dynamodb::{
    config::{ConfigBag, Intercept, RuntimeComponents, interceptors::BeforeTransmitInterceptorContextMut},
    error::BoxError,
};
use axum::{
    Router,
    extract::{Request, State},
    middleware::{self, Next},
    response::Response,
};

use super::grants::Grants;
use crate::document_bucket::{ACCESS_KEY, SECRET_KEY};

/// The header that names the function.
pub(super) const HEADER: &str = "x-waypoint-function";

tokio::task_local! {
    static FUNCTION: String;
}

/// Does some work as a function does it: with its rights alone, where a gate is.
pub fn as_function<T>(function: &str, work: impl Future<Output = T>) -> impl Future<Output = T> {
    FUNCTION.scope(function.to_owned(), Box::pin(work))
}

/// The function on whose behalf this runs; nothing where no function is said.
pub(super) fn function_that_asks() -> Option<String> {
    FUNCTION.try_with(Clone::clone).ok()
}

/// Has each call of a router answered as its function answers it. A call without a function has no rights at all.
pub fn as_functions(router: Router, grants: Arc<Grants>) -> Router {
    router.layer(middleware::from_fn_with_state(grants, scoped))
}

async fn scoped(State(grants): State<Arc<Grants>>, request: Request, next: Next) -> Response {
    let (method, path) = (request.method().as_str(), request.uri().path());
    let function = grants.function_of(path).map_or_else(|| format!("{method} {path}"), str::to_owned);
    as_function(&function, next.run(request)).await
}

/// Tells the stand-ins of the cloud which function asks.
#[derive(Debug, Clone, Copy)]
pub struct TellsFunction;

impl Intercept for TellsFunction {
    fn name(&self) -> &'static str {
        "TellsFunction"
    }

    fn modify_before_signing(
        &self,
        context: &mut BeforeTransmitInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(function) = function_that_asks() {
            context.request_mut().headers_mut().try_insert(HEADER, function)?;
        }
        Ok(())
    }
}

/// The credentials of the function that asks, as the cloud gives each function those of its own: what is signed with them
/// tells the function by the token.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CredentialsOfFunction;

impl ProvideCredentials for CredentialsOfFunction {
    fn provide_credentials<'a>(&'a self) -> future::ProvideCredentials<'a>
    where
        Self: 'a,
    {
        let function = function_that_asks();
        future::ProvideCredentials::ready(Ok(Credentials::new(
            ACCESS_KEY, SECRET_KEY, function, None, "local",
        )))
    }
}
