//! The site whose studies change: made whole of the table when the server starts, and page by page from then on.

use std::{io, sync::Arc};

use tokio::sync::Mutex;
use waypoint_functions::store::Studies;
use waypoint_generator::{Summary, content::Content};
use waypoint_publishing::PublishError;
use waypoint_regenerate::{
    BatchReport, Regenerate,
    judged::Judged,
    poison::{Poison, PoisonQueue},
};

use super::{Follower, Position, StreamError, StudyStream};
use crate::{
    access::{caller::TellsFunction, guard::guarded},
    cloud::{self, Cloud, STUDIES, serve},
    pages::Pages,
    poison_queue::{self, Told},
    site_services::SiteServices,
    start::StartError,
};

/// The event that a study has which can't be made when the server starts.
const START: &str = "start";

/// A site whose studies change.
#[derive(Debug, Clone)]
pub struct ChangingSite {
    studies: Studies,
    stream: StudyStream,
    regenerate: Regenerate,
    /// Held by whoever writes pages.
    pages: Arc<Mutex<()>>,
    /// Where publishing goes.
    pub services: SiteServices,
    /// Which studies could not be made.
    pub told: Told,
}

/// The site can't be made, or the function not be started.
#[derive(Debug, thiserror::Error)]
pub enum ChangingSiteError {
    /// The stream.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// What publishing needs.
    #[error(transparent)]
    Publish(#[from] PublishError),
    /// A port.
    #[error("a stand-in for a service of the site can't be started: {0}")]
    Port(#[from] io::Error),
}

impl ChangingSite {
    /// The site of these pages, made of this content and of the table's studies.
    ///
    /// # Errors
    /// When a stand-in can't be started, or templates or bundle are broken.
    pub async fn over(
        cloud: &Cloud,
        studies: &Studies,
        pages: &Pages,
        content: &Content,
    ) -> Result<Self, StartError> {
        let services = SiteServices::over(&pages.out, cloud.guard.clone()).await;
        let services = services.map_err(ChangingSiteError::Port)?;
        let told = Told::default();
        let queue = serve(guarded(poison_queue::service(told.clone()), cloud.guard.clone())).await;
        let queue = queue.map_err(ChangingSiteError::Port)?;
        let sqs = aws_sdk_sqs::config::Builder::from(&cloud::aws(queue).await).interceptor(TellsFunction);
        let sqs = aws_sdk_sqs::Client::from_conf(sqs.build());
        let queue = PoisonQueue::new(sqs, format!("http://{queue}{}", poison_queue::QUEUE));
        let site = services.site().await.map_err(ChangingSiteError::Publish)?;
        let regenerate = Regenerate::new(studies.clone(), pages.workshop(content.clone())?, site, queue);
        let stream = StudyStream::of(cloud.stream_client().await, STUDIES);
        let stream = stream.await.map_err(ChangingSiteError::Stream)?;
        Ok(Self { studies: studies.clone(), stream, regenerate, pages: Arc::default(), services, told })
    }

    /// Makes the whole site of this content and of the studies that the table has now, and tells up to where in the stream
    /// that counts.
    ///
    /// # Errors
    /// When the table does not answer or the pages can't be made.
    pub async fn make(&self, pages: &Pages, content: &Content) -> Result<(Summary, Position), StartError> {
        let held = self.pages.lock().await;
        let position = self.stream.end().await.map_err(ChangingSiteError::Stream)?;
        let Judged { fit, unfit } = Judged::of(self.studies.as_written().await?);
        self.told.replace_all_of(
            START,
            unfit.into_iter().map(|(number, why)| Poison {
                study: Some(number),
                event: START.into(),
                place: why.place,
                reason: why.reason,
            }),
        );
        let mut content = content.clone();
        content.replace_studies(fit);
        let summary = pages.make(&content)?;
        drop(held);
        Ok((summary, position))
    }

    /// Takes other content, templates or islands.
    ///
    /// # Errors
    /// When templates or bundle can't be read.
    pub fn work_with(&self, pages: &Pages, content: &Content) -> Result<(), StartError> {
        self.regenerate.set_workshop(pages.workshop(content.clone())?);
        Ok(())
    }

    /// The function at the stream, from a position on.
    #[must_use]
    pub fn follower(&self, position: Position) -> Follower {
        Follower::from(position, self.stream.clone(), self.regenerate.clone())
    }

    /// Follows the stream from a position on until the runtime ends.
    pub async fn follow(self, position: Position, tell: impl Fn(&BatchReport) + Send) {
        self.follower(position).follow(self.pages, tell).await;
    }
}
