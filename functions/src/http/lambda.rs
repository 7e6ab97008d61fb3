//! Runs one endpoint as a Lambda function.

use axum::Router;

use super::edge::{EdgeKey, behind_edge};
use crate::{context::Context, finding::Finder, function, observing::request::observed};

/// Runs the endpoint of this program, which does not search.
pub fn run(program: &str, router: impl FnOnce(Context) -> Router) -> Result<(), lambda_http::Error> {
    answer_events(program, router, Finder::default())
}

/// Runs the endpoint of this program, which searches: the folder of the index is part of its configuration.
pub fn run_with_index(
    program: &str,
    router: impl FnOnce(Context) -> Router,
) -> Result<(), lambda_http::Error> {
    answer_events(program, router, function::finder()?)
}

/// Reads the configuration, builds the context and answers events until the platform stops us.
fn answer_events(
    program: &str,
    router: impl FnOnce(Context) -> Router,
    finder: Finder,
) -> Result<(), lambda_http::Error> {
    function::run(async {
        let context = Context::from_environment(program, finder).await?;
        let router = behind_edge(router(context), EdgeKey::from_environment()?);
        lambda_http::run(observed(router)).await
    })
}
