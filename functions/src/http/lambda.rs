//! Runs one endpoint as a Lambda function.

use std::{env, path::Path};

use axum::Router;

use crate::{
    context::{Context, ContextError},
    finding::Finder,
};

/// Runs an endpoint that does not search.
///
/// # Errors
/// When the configuration is incomplete, or the runtime's interface is gone.
pub fn run(router: impl FnOnce(Context) -> Router) -> Result<(), lambda_http::Error> {
    answer_events(router, Finder::default())
}

/// Runs an endpoint that searches: the folder of the index is part of its configuration.
///
/// # Errors
/// When the configuration is incomplete, the index can't be opened, or the runtime's interface is
/// gone.
pub fn run_with_index(router: impl FnOnce(Context) -> Router) -> Result<(), lambda_http::Error> {
    let path = env::var_os("WAYPOINT_INDEX").ok_or(ContextError::Missing("WAYPOINT_INDEX"))?;
    answer_events(router, Finder::open(Path::new(&path))?)
}

/// Reads the configuration, builds the context and answers events until the platform stops us.
/// Runs on one thread: a function handles one event at a time.
fn answer_events(router: impl FnOnce(Context) -> Router, finder: Finder) -> Result<(), lambda_http::Error> {
    tracing_subscriber::fmt().json().with_max_level(tracing::Level::INFO).with_target(false).init();
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let context = Context::from_environment(finder).await?;
        lambda_http::run(router(context)).await
    })
}
