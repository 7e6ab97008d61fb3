//! From a batch of the stream to files at their places.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use aws_lambda_events::{
    event::dynamodb::Event,
    streams::{DynamoDbBatchItemFailure, DynamoDbEventResponse},
};
use waypoint_functions::{
    observing::metric::{self, Metric, Unit},
    store::{StoreError, Studies},
};
use waypoint_generator::{BuildError, ChangedFiles, ChangedStudies, Workshop};
use waypoint_publishing::{PublishError, PublishedSite, SiteFile};

use crate::{
    changes::Changes,
    judged::Judged,
    poison::{Poison, PoisonQueue, QueueError},
};

/// Makes the pages of studies anew.
#[derive(Debug, Clone)]
pub struct Regenerate {
    studies: Studies,
    workshop: Arc<Mutex<Workshop>>,
    site: Arc<PublishedSite>,
    poison: PoisonQueue,
}

/// What the stream's platform is told, and what was done.
#[derive(Debug)]
pub struct Answer {
    /// From where on the batch has to come again, if it has to.
    pub response: DynamoDbEventResponse,
    /// What was done; nothing when the batch has to come again.
    pub done: Option<Done>,
}

/// What a batch led to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Done {
    /// How many studies it was about.
    pub studies: usize,
    /// How many files were made.
    pub made: usize,
    /// How many of them were new or differed.
    pub changed: usize,
    /// How many files were removed.
    pub removed: usize,
    /// The studies that could not be made.
    pub poison: Vec<Poison>,
    /// How long it took.
    pub time: Duration,
}

/// A batch can't be worked off now. It has to come again.
#[derive(Debug, thiserror::Error)]
pub enum RegenerateError {
    /// The table.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What all pages are made of.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The bucket, the edge or the network.
    #[error(transparent)]
    Publish(#[from] PublishError),
    /// The queue.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// The thread that makes pages.
    #[error("pages can't be made: {0}")]
    Thread(#[from] tokio::task::JoinError),
}

impl Regenerate {
    /// With these studies, made by this workshop, published here, and told there when they can't be made.
    #[must_use]
    pub fn new(studies: Studies, workshop: Workshop, site: PublishedSite, poison: PoisonQueue) -> Self {
        Self { studies, workshop: Arc::new(Mutex::new(workshop)), site: Arc::new(site), poison }
    }

    /// Takes another workshop, because content, templates or bundle have changed.
    pub fn work_in(&self, workshop: Workshop) {
        *self.workshop.lock().unwrap_or_else(PoisonError::into_inner) = workshop;
    }

    /// Works off a batch as the stream's platform expects it: what can pass later is a failure from its first record
    /// on, so that all of it comes again in its order.
    ///
    /// # Errors
    /// When making pages broke off: the platform then divides the batch, until the study to blame is alone.
    pub async fn answer(&self, batch: &Event) -> Result<Answer, RegenerateError> {
        let changes = Changes::of(batch);
        match self.regenerate(&changes).await {
            Ok(done) => {
                done.tell();
                Ok(Answer { response: DynamoDbEventResponse::default(), done: Some(done) })
            }
            Err(error) => {
                tracing::error!(%error, studies = changes.studies.len(), "pages wait to be made anew");
                failed(error, changes.first)
            }
        }
    }

    /// Makes what changed, publishes it, and tells what could not be made.
    ///
    /// # Errors
    /// When something is away that will be there again.
    pub async fn regenerate(&self, changes: &Changes) -> Result<Done, RegenerateError> {
        let began = Instant::now();
        if changes.studies.is_empty() {
            return Ok(Done::default());
        }
        let judged = Judged::of(self.studies.as_written().await?);
        let changed = changed_studies(changes, &judged);
        let mut poison = unfit(changes, &judged);
        let made = self.make(judged, changed).await?;
        poison.extend(unmade(changes, &made));
        let files: Vec<SiteFile> =
            made.files.into_iter().map(|file| SiteFile { path: file.path, bytes: file.bytes }).collect();
        let count = files.len();
        let all = [self.loaded_by(&files)?, files].concat();
        let published = Box::pin(self.site.publish(&all, &made.gone, &|_, _| ())).await?;
        for one in &poison {
            self.poison.tell(one).await?;
        }
        Ok(Done {
            studies: changes.studies.len(),
            made: count,
            changed: published.uploaded,
            removed: published.removed,
            poison,
            time: began.elapsed(),
        })
    }

    /// What pages load by names of their own. While a release is deployed, these pages are of it already and the rest of the
    /// site is not; what is there is left alone.
    fn loaded_by(&self, pages: &[SiteFile]) -> Result<Vec<SiteFile>, RegenerateError> {
        if pages.is_empty() {
            return Ok(Vec::new());
        }
        let workshop = self.workshop.lock().unwrap_or_else(PoisonError::into_inner);
        let loaded = workshop.loaded_by_pages()?.into_iter();
        let named = loaded.filter(|file| self.site.is_immutable(&file.path));
        Ok(named.map(|file| SiteFile { path: file.path, bytes: file.bytes }).collect())
    }

    /// Pages are made on threads of their own.
    async fn make(&self, judged: Judged, changed: ChangedStudies) -> Result<ChangedFiles, RegenerateError> {
        let workshop = Arc::clone(&self.workshop);
        let making = tokio::task::spawn_blocking(move || {
            workshop.lock().unwrap_or_else(PoisonError::into_inner).changed(judged.fit, &changed)
        });
        Ok(making.await??)
    }
}

/// What the platform is told of a batch that has to come again.
fn failed(error: RegenerateError, first: Option<String>) -> Result<Answer, RegenerateError> {
    if matches!(error, RegenerateError::Thread(_)) {
        return Err(error);
    }
    let mut response = DynamoDbEventResponse::default();
    let mut failure = DynamoDbBatchItemFailure::default();
    failure.item_identifier = first;
    response.batch_item_failures.push(failure);
    Ok(Answer { response, done: None })
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { studies, changed, removed, poison, time, .. } = self;
        write!(f, "{studies}, files written: {changed}, removed: {removed} ({} ms)", time.as_millis())?;
        match poison.len() {
            0 => Ok(()),
            failed => write!(f, "; {failed} can't be made, see the queue"),
        }
    }
}

impl Done {
    fn tell(&self) {
        for Poison { study, place, reason, .. } in &self.poison {
            tracing::warn!(study, place, why = reason, "a study can't be made");
        }
        let Self { studies, changed, removed, poison, time, .. } = self;
        let (failed, milliseconds) = (poison.len(), time.as_millis());
        tracing::info!(studies, changed, removed, failed, milliseconds, "pages made anew");
        metric::tell(&[
            Metric::count("StudiesRegenerated", *studies),
            Metric::count("StudiesNotMade", failed),
            Metric { name: "RegenerationTime", unit: Unit::Milliseconds, value: time.as_secs_f64() * 1000.0 },
        ]);
    }
}

/// What has to be looked at. What a study is that can't be read, nobody knows, so its pages stay.
fn changed_studies(changes: &Changes, judged: &Judged) -> ChangedStudies {
    let mut changed = ChangedStudies::default();
    for (key, change) in &changes.studies {
        changed.ids.extend(change.ids.iter().cloned());
        if judged.unfit.contains_key(key) {
            changed.kept_ids.extend(change.ids.iter().cloned());
        } else {
            changed.numbers.extend(change.number.clone());
        }
    }
    changed
}

/// The studies of a batch that can't become pages.
fn unfit(changes: &Changes, judged: &Judged) -> Vec<Poison> {
    let told = changes.studies.iter().filter_map(|(key, change)| {
        let why = judged.unfit.get(key)?;
        Some(Poison {
            study: Some(key.clone()),
            event: change.event.clone(),
            place: why.place.clone(),
            reason: why.reason.clone(),
        })
    });
    told.collect()
}

/// The first page of each study that could not be made, and pages that are of no study alone.
fn unmade(changes: &Changes, made: &ChangedFiles) -> Vec<Poison> {
    let mut first: BTreeMap<Option<String>, Poison> = BTreeMap::new();
    for unmade in &made.unmade {
        let study = unmade.study.as_ref().map(ToString::to_string);
        let change = study.as_ref().and_then(|number| changes.studies.get(number));
        let event = change.map_or(&changes.last_event, |change| &change.event).clone();
        first.entry(study.clone()).or_insert_with(|| Poison {
            study,
            event,
            place: unmade.path.clone(),
            reason: unmade.reason.to_string(),
        });
    }
    first.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_batch_whose_making_breaks_off_is_divided_by_the_platform_and_another_comes_again_whole() {
        let broken = tokio::spawn(async { panic!("a page that can't be made") }).await.unwrap_err();
        assert!(matches!(failed(broken.into(), Some("7".into())), Err(RegenerateError::Thread(_))));
        let away =
            RegenerateError::Store(StoreError { operation: "list the studies", kind: "Timeout".into() });
        let again = failed(away, Some("7".into())).unwrap();
        assert_eq!(again.response.batch_item_failures[0].item_identifier.as_deref(), Some("7"));
        assert!(again.done.is_none());
    }
}
