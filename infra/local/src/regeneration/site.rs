//! The site with changing studies: built completely at the start, and updated page by page afterwards.

use std::{path::Path, sync::Arc};

use tokio::sync::Mutex;
use waypoint_functions::store::Studies;
use waypoint_generator::{
    Summary,
    content::{ApprovalRule, Content},
};
use waypoint_regenerate::{
    BatchReport, Regenerate,
    catalogue::Catalogue,
    checked_studies::CheckedStudies,
    poison::{Poison, PoisonQueue},
};

use super::{Follower, Position, StudyStream};
use crate::{
    access::{caller::NamesFunction, guard::guarded},
    cloud::{Cloud, STUDIES},
    local_service::{self, serve},
    pages::Pages,
    poison_queue::{self, PoisonMessages},
    site_services::SiteServices,
    start_error::StartError,
};

/// The event name of studies that fail when the server starts.
const START: &str = "start";

/// A site with changing studies.
#[derive(Debug, Clone)]
pub struct ChangingSite {
    studies: Studies,
    stream: StudyStream,
    regenerate: Regenerate,
    /// Locked while pages are written.
    pages: Arc<Mutex<()>>,
    /// The services to which the site is published.
    pub services: SiteServices,
    /// The studies that could not be regenerated.
    pub poison: PoisonMessages,
}

impl ChangingSite {
    /// Sets up the site from these pages, this content, and the studies in the table. The log of studies is in the folder
    /// of the search index.
    pub async fn set_up(
        cloud: &Cloud,
        studies: &Studies,
        index: &Path,
        pages: &Pages,
        content: &Content,
    ) -> Result<Self, StartError> {
        let services = SiteServices::start_in(&pages.out, cloud.guard.clone()).await;
        let services = services.map_err(StartError::SiteService)?;
        let poison = PoisonMessages::default();
        let queue = serve(guarded(poison_queue::service(poison.clone()), cloud.guard.clone())).await;
        let queue = queue.map_err(StartError::SiteService)?;
        let sqs =
            aws_sdk_sqs::config::Builder::from(&local_service::aws(queue).await).interceptor(NamesFunction);
        let sqs = aws_sdk_sqs::Client::from_conf(sqs.build());
        let queue = PoisonQueue::new(sqs, format!("http://{queue}{}", poison_queue::QUEUE));
        let site = services.site().await?;
        let catalogue = Catalogue::new(studies.clone(), index);
        let regenerate = Regenerate::new(catalogue, pages.page_builder(content.clone())?, site, queue);
        let stream = StudyStream::open(cloud.stream_client().await, STUDIES).await?;
        Ok(Self { studies: studies.clone(), stream, regenerate, pages: Arc::default(), services, poison })
    }

    /// Publishes changes only of studies whose recruitment material is approved by the rule of this content, as a site for
    /// patients does.
    #[must_use]
    pub fn requiring_approvals(self, content: &Content) -> Self {
        let rule = ApprovalRule::for_content(content);
        Self { regenerate: self.regenerate.requiring_approvals(rule), ..self }
    }

    /// Builds the whole site and the log of studies from this content and the studies in the table. Returns the position
    /// in the stream that they reflect.
    pub async fn build(&self, pages: &Pages, content: &Content) -> Result<(Summary, Position), StartError> {
        let guard = self.pages.lock().await;
        let position = self.stream.end().await?;
        let CheckedStudies { valid, problems } =
            CheckedStudies::check(self.studies.stored_studies().await?, None);
        self.poison.replace_event(
            START,
            problems.into_iter().map(|(number, problem)| Poison {
                study: Some(number),
                event: START.into(),
                place: problem.place,
                reason: problem.reason,
            }),
        );
        let listing = self.studies.listing().await?;
        self.regenerate.catalogue().replace(&valid, listing)?;
        let mut content = content.clone();
        content.replace_studies(valid);
        let summary = pages.make(&content)?;
        drop(guard);
        Ok((summary, position))
    }

    /// Replaces content, templates, or islands.
    pub fn replace_sources(&self, pages: &Pages, content: &Content) -> Result<(), StartError> {
        self.regenerate.set_page_builder(pages.page_builder(content.clone())?);
        Ok(())
    }

    /// Returns a follower of the stream from a position on.
    #[must_use]
    pub fn follower(&self, position: Position) -> Follower {
        Follower::new(position, self.stream.clone(), self.regenerate.clone())
    }

    /// Follows the stream from a position on until the runtime ends.
    pub async fn follow(self, position: Position, report_batch: impl Fn(&BatchReport) + Send) {
        self.follower(position).follow(self.pages, report_batch).await;
    }
}
