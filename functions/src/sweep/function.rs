//! Erasing what is over as a function that runs on a schedule. Its logs have numbers, and nothing of a participant.

use std::time::Duration;

use lambda_http::{
    Error, LambdaEvent,
    lambda_runtime::{self, service_fn},
};
use serde_json::Value;

use super::{Swept, sweep};
use crate::{
    context::Context,
    finding::Finder,
    function::{self, time_left},
    observing::metric::{self, Metric},
};

/// A participant is not begun with less time than this.
const FOR_A_PARTICIPANT: Duration = Duration::from_secs(30);

/// Answers events until the platform stops us. The environment is that of every function.
pub fn run(program: &str) -> Result<(), Error> {
    function::run(async {
        let context = &Context::from_environment(program, Finder::default()).await?;
        lambda_runtime::run(service_fn(|event: LambdaEvent<Value>| async move {
            let is_time_left = || time_left(&event.context) > FOR_A_PARTICIPANT;
            let Swept { erased, documents, failed } = sweep(context, is_time_left).await?;
            tracing::info!(erased, documents, failed, "swept");
            metric::tell(&[Metric::count("Erased", erased), Metric::count("ErasuresFailed", failed)]);
            Ok::<_, Error>(())
        }))
        .await
    })
}
