//! The Lambda function that processes the stream of the Studies table.

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
    PageBuilder, Sources,
    content::{self, ApprovalRule, Drafts, Reader},
};
use waypoint_publishing::{Place, PublishedSite};

use crate::{catalogue::Catalogue, poison::PoisonQueue, regenerate::Regenerate};

/// The stage of a site that patients use, as in template.yaml.
const PRODUCTION: &str = "prod";

/// Answers batches until the platform stops the process.
///
/// Environment variables: `STUDIES_TABLE`, `WAYPOINT_INDEX`, `WAYPOINT_POISON_QUEUE`, `WAYPOINT_SITE` (the site's address),
/// `WAYPOINT_STAGE` (`prod` for a site that patients use, whose recruitment material needs approvals), `WAYPOINT_BRAND` (if
/// it isn't the one in the settings), `WAYPOINT_SITE_SOURCES` (the folder with `content/`, `templates/`, and `dist/`), and
/// those of publishing.
///
/// # Errors
/// When the configuration is incomplete, the sources are invalid, or the runtime interface fails.
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
    let content = Reader::for_brand(env::var("WAYPOINT_BRAND").ok().filter(|brand| !brand.is_empty()))
        .load(&content_dir, &content_dir.join("studies"), Drafts::Hidden)
        .map_err(|errors| content::report(&errors, false))?;
    let approvals = (variable("WAYPOINT_STAGE")? == PRODUCTION).then(|| ApprovalRule::for_content(&content));
    let page_builder = PageBuilder::open(
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
    let site = PublishedSite::connect(Place::from_environment()?).await?;
    let catalogue = Catalogue::new(studies_from_environment().await?, function::index_folder()?);
    let regenerate = Regenerate::new(catalogue, page_builder, site, queue);
    Ok(match approvals {
        Some(rule) => regenerate.requiring_approvals(rule),
        None => regenerate,
    })
}
