//! A function of the cloud that works off the stream of the Studies table.

use std::{env, path::PathBuf};

use aws_config::BehaviorVersion;
use aws_lambda_events::event::dynamodb::Event;
use lambda_http::{
    Error, LambdaEvent,
    lambda_runtime::{self, service_fn},
};
use waypoint_functions::{
    context::{ContextError, studies_from_environment, timeouts},
    function,
};
use waypoint_generator::{
    Sources, Workshop,
    content::{self, Drafts, Reader},
};
use waypoint_publishing::{Place, PublishedSite};

use crate::{poison::PoisonQueue, regenerate::Regenerate};

/// Answers batches until the platform stops us. The environment names the table (`STUDIES_TABLE`), the queue
/// (`WAYPOINT_POISON_QUEUE`), the site (`WAYPOINT_SITE`), its brand (`WAYPOINT_BRAND`, where it is another than the
/// settings name), the folder with `content/`, `templates/` and `dist/` (`WAYPOINT_SITE_SOURCES`), and what publishing
/// needs.
///
/// # Errors
/// When the configuration is incomplete, the sources are broken, or the runtime's interface is gone.
pub fn run() -> Result<(), Error> {
    function::run(async {
        let regenerate = &from_environment().await?;
        lambda_runtime::run(service_fn(|event: LambdaEvent<Event>| async move {
            Ok::<_, Error>(Box::pin(regenerate.answer(&event.payload)).await?.response)
        }))
        .await
    })
}

async fn from_environment() -> Result<Regenerate, Error> {
    let variable = |name: &'static str| env::var(name).map_err(|_| ContextError::Missing(name));
    let sources = PathBuf::from(variable("WAYPOINT_SITE_SOURCES")?);
    let content_dir = sources.join("content");
    let content = Reader::of_brand(env::var("WAYPOINT_BRAND").ok().filter(|brand| !brand.is_empty()))
        .load(&content_dir, &content_dir.join("studies"), Drafts::Hidden)
        .map_err(|errors| content::report(&errors, false))?;
    let workshop = Workshop::open(
        content,
        &Sources {
            site_dir: &sources,
            templates_dir: &sources.join("templates"),
            base_url: &variable("WAYPOINT_SITE")?,
            dev_bundle: false,
        },
    )?;
    let aws = aws_config::defaults(BehaviorVersion::latest()).timeout_config(timeouts()).load().await;
    let queue = PoisonQueue::new(aws_sdk_sqs::Client::new(&aws), variable("WAYPOINT_POISON_QUEUE")?);
    let site = PublishedSite::at(Place::from_environment()?).await?;
    Ok(Regenerate::new(studies_from_environment().await?, workshop, site, queue))
}
