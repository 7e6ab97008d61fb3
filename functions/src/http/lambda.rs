//! Runs one endpoint as a Lambda function.

use std::env;

use lambda_http::Error;

use super::edge::{EdgeKey, behind_edge};
use crate::{
    context::{Context, ContextError},
    endpoint::Endpoint,
    finding::Finder,
    function,
    observing::request::with_request_log,
};

/// The environment variable that names the endpoint.
pub const ENDPOINT: &str = "WAYPOINT_ENDPOINT";

/// Answers events for the endpoint that the environment names, until the platform stops the function.
pub fn run(endpoints: &[Endpoint], finder: impl FnOnce() -> Result<Finder, Error>) -> Result<(), Error> {
    let name = env::var(ENDPOINT).map_err(|_| ContextError::Missing(ENDPOINT))?;
    let endpoint = endpoints.iter().find(|endpoint| endpoint.name == name);
    let endpoint = endpoint.ok_or(ContextError::UnknownEndpoint(name))?;
    let finder = finder()?;
    function::run(async {
        let context = Context::from_environment(&endpoint.needs(), finder).await?;
        let router = behind_edge(endpoint.router(context), EdgeKey::from_environment()?);
        lambda_http::run(with_request_log(router)).await
    })
}
