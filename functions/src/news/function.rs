//! Writing news as a function that runs on a schedule. Its logs have numbers, and nothing of a subscription.

use std::{
    env,
    path::Path,
    time::{Duration, SystemTime},
};

use lambda_http::{
    Error, LambdaEvent,
    lambda_runtime::{self, service_fn},
};
use serde_json::Value;

use super::{Told, send_news};
use crate::{
    context::{Context, ContextError},
    finding::Finder,
};

/// A subscription is not begun with less time than this.
const FOR_A_SUBSCRIPTION: Duration = Duration::from_secs(30);

/// Answers events until the platform stops us. The environment is that of every function that searches.
///
/// # Errors
/// When the configuration is incomplete, the index can't be opened, or the runtime's interface is gone.
pub fn run() -> Result<(), Error> {
    tracing_subscriber::fmt().json().with_max_level(tracing::Level::INFO).with_target(false).init();
    let path = env::var_os("WAYPOINT_INDEX").ok_or(ContextError::Missing("WAYPOINT_INDEX"))?;
    let finder = Finder::open(Path::new(&path))?;
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let context = &Context::from_environment(finder).await?;
        lambda_runtime::run(service_fn(|event: LambdaEvent<Value>| async move {
            let deadline = event.context.deadline();
            let left = || deadline.duration_since(SystemTime::now()).unwrap_or_default() > FOR_A_SUBSCRIPTION;
            let Told { looked_at, messages, failed } = send_news(context, false, left).await?;
            tracing::info!(looked_at, messages, failed, "news written");
            Ok::<_, Error>(())
        }))
        .await
    })
}
