//! Identifies the function on behalf of which a request is made. In a process with all functions, requests to the
//! store name it in a header, which only the gate reads.

use std::sync::Arc;

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

/// The header that names the function.
pub(super) const HEADER: &str = "x-waypoint-function";

tokio::task_local! {
    static FUNCTION: String;
}

/// Runs work on behalf of a function, with only its permissions where a gate checks them.
pub fn as_function<T>(function: &str, work: impl Future<Output = T>) -> impl Future<Output = T> {
    FUNCTION.scope(function.to_owned(), Box::pin(work))
}

/// Returns the function on whose behalf this code runs, if any.
pub(crate) fn calling_function() -> Option<String> {
    FUNCTION.try_with(Clone::clone).ok()
}

/// Runs each request of a router on behalf of the function that serves its path. Requests to other paths have no
/// permissions.
pub fn as_functions(router: Router, grants: Arc<Grants>) -> Router {
    router.layer(middleware::from_fn_with_state(grants, scoped))
}

async fn scoped(State(grants): State<Arc<Grants>>, request: Request, next: Next) -> Response {
    let (method, path) = (request.method().as_str(), request.uri().path());
    let function = grants.function_of(path).map_or_else(|| format!("{method} {path}"), str::to_owned);
    as_function(&function, next.run(request)).await
}

/// Adds the calling function to requests to the fakes.
#[derive(Debug, Clone, Copy)]
pub struct NamesFunction;

impl Intercept for NamesFunction {
    fn name(&self) -> &'static str {
        "NamesFunction"
    }

    fn modify_before_signing(
        &self,
        context: &mut BeforeTransmitInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(function) = calling_function() {
            context.request_mut().headers_mut().try_insert(HEADER, function)?;
        }
        Ok(())
    }
}
