//! Runs one endpoint as a Lambda function.

use axum::Router;

use crate::context::Context;

/// Reads the configuration, builds the context and answers events until the platform stops us.
/// Runs on one thread: a function handles one event at a time.
///
/// # Errors
/// When the configuration is incomplete, or the runtime's interface is gone.
pub fn run(router: impl FnOnce(Context) -> Router) -> Result<(), lambda_http::Error> {
    tracing_subscriber::fmt().json().with_max_level(tracing::Level::INFO).with_target(false).init();
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let context = Context::from_environment().await?;
        lambda_http::run(router(context)).await
    })
}
