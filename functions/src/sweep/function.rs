//! The sweep as a scheduled function. Its logs contain counts, but no data of a participant.

use std::time::Duration;

use lambda_http::{
    Error, LambdaEvent,
    lambda_runtime::{self, service_fn},
};
use serde_json::Value;
use waypoint_keys::programs::SWEEP;

use super::{SweepReport, sweep};
use crate::{
    context::Context,
    finding::Finder,
    function::{self, time_left},
    needs::{Needs, Resource, Service},
    observing::metric::{self, Metric},
};

/// Don't start to erase another participant with less time left than this.
const MIN_TIME_FOR_PARTICIPANT: Duration = Duration::from_secs(30);

/// Handles events until the platform stops the process.
pub fn run() -> Result<(), Error> {
    let needs = Needs {
        keys: SWEEP,
        services: &[Service::AuditRetention, Service::Documents],
        resources: vec![Resource::Participants, Resource::Sessions],
    };
    function::run(async {
        let context = &Context::from_environment(&needs, Finder::default()).await?;
        lambda_runtime::run(service_fn(|event: LambdaEvent<Value>| async move {
            let is_time_left = || time_left(&event.context) > MIN_TIME_FOR_PARTICIPANT;
            let SweepReport { erased, documents, failed } = sweep(context, is_time_left).await?;
            tracing::info!(erased, documents, failed, "swept");
            metric::log_metrics(&[Metric::count("Erased", erased), Metric::count("ErasuresFailed", failed)]);
            Ok::<_, Error>(())
        }))
        .await
    })
}
