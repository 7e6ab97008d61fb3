//! Writing news as a scheduled function. Its logs contain counts, but no data of a subscription.

use std::time::Duration;

use lambda_http::{
    Error, LambdaEvent,
    lambda_runtime::{self, service_fn},
};
use serde_json::Value;

use super::{NewsReport, send_news};
use crate::{
    context::Context,
    function::{self, time_left},
    needs::{Needs, Resource},
    observing::metric::{self, Metric},
};

/// Don't start to check another subscription with less time left than this.
const MIN_TIME_FOR_SUBSCRIPTION: Duration = Duration::from_secs(30);

/// Handles events until the platform stops the process.
pub fn run() -> Result<(), Error> {
    let finder = function::finder()?;
    let resources = vec![Resource::Studies, Resource::Registry, Resource::Participants, Resource::MasterKey];
    let needs = Needs { resources, ..Needs::default() };
    function::run(async {
        let context = &Context::from_environment(&needs, finder).await?;
        lambda_runtime::run(service_fn(|event: LambdaEvent<Value>| async move {
            let is_time_left = || time_left(&event.context) > MIN_TIME_FOR_SUBSCRIPTION;
            let NewsReport { checked: looked_at, messages, failed } =
                send_news(context, false, is_time_left).await?;
            tracing::info!(looked_at, messages, failed, "news written");
            metric::log_metrics(&[
                Metric::count("NewsWritten", messages),
                Metric::count("NewsFailed", failed),
            ]);
            Ok::<_, Error>(())
        }))
        .await
    })
}
