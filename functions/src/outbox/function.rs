//! Delivery as a scheduled function. Its logs contain counts, but no data of a message.

use std::time::Duration;

use lambda_http::{
    Error, LambdaEvent,
    lambda_runtime::{self, service_fn},
};
use serde_json::Value;
use waypoint_keys::programs::DELIVER_OUTBOX;

use super::{DeliveryReport, deliver};
use crate::{
    context::Context,
    external::mail::{MailService, SEND_TIMEOUT},
    finding::Finder,
    function::{self, time_left},
    needs::{Needs, Resource, Service},
    observing::metric::{self, Metric},
};

/// Don't start another delivery with less time left than this.
const MIN_TIME_FOR_MAIL: Duration = Duration::from_secs(SEND_TIMEOUT.as_secs() + 10);

/// Handles events until the platform stops the process. `WAYPOINT_MAIL`, `WAYPOINT_MAIL_FROM`, and `WAYPOINT_SITE`
/// configure mail.
pub fn run() -> Result<(), Error> {
    let needs = Needs {
        keys: DELIVER_OUTBOX,
        services: &[Service::Documents, Service::Introductions, Service::Mail, Service::Portal],
        resources: vec![
            Resource::Studies,
            Resource::Registry,
            Resource::Participants,
            Resource::Sessions,
            Resource::Figures,
            Resource::MasterKey,
        ],
    };
    function::run(async {
        let context = Context::from_environment(&needs, Finder::default()).await?;
        if matches!(context.mail, MailService::Off) {
            tracing::warn!("WAYPOINT_MAIL is not set: no mail is sent, and messages stay in the outbox");
        }
        let context = &context;
        lambda_runtime::run(service_fn(|event: LambdaEvent<Value>| async move {
            let is_time_left = || time_left(&event.context) > MIN_TIME_FOR_MAIL;
            let DeliveryReport { sent, postponed: put_off, given_up } =
                deliver(context, is_time_left).await?;
            tracing::info!(sent, put_off, given_up, "delivered");
            metric::log_metrics(&[
                Metric::count("MessagesSent", sent),
                Metric::count("MessagesPutOff", put_off),
                Metric::count("MessagesGivenUp", given_up),
            ]);
            Ok::<_, Error>(())
        }))
        .await
    })
}
