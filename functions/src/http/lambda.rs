//! Runs one endpoint as a Lambda function.

use axum::Router;

use super::edge::{EdgeKey, behind_edge};
use crate::{context::Context, finding::Finder, function, observing::request::with_request_log};

/// Runs the program's endpoint without a search index.
pub fn run(program: &str, router: impl FnOnce(Context) -> Router) -> Result<(), lambda_http::Error> {
    answer_events(program, router, Finder::default())
}

/// Runs the program's endpoint with a search index. The index folder is part of its configuration.
pub fn run_with_index(
    program: &str,
    router: impl FnOnce(Context) -> Router,
) -> Result<(), lambda_http::Error> {
    answer_events(program, router, function::finder()?)
}

/// Reads the configuration, creates the context, and answers events until the platform stops the function.
fn answer_events(
    program: &str,
    router: impl FnOnce(Context) -> Router,
    finder: Finder,
) -> Result<(), lambda_http::Error> {
    function::run(async {
        let context = Context::from_environment(program, finder).await?;
        let router = behind_edge(router(context), EdgeKey::from_environment()?);
        lambda_http::run(with_request_log(router)).await
    })
}
