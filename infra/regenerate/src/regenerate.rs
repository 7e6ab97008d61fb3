//! Turns a batch of the stream into published files.

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
use waypoint_domain::partner_study::PartnerStudy;
use waypoint_functions::observing::metric::{self, Metric, Unit};
use waypoint_generator::{BuildError, ChangedFiles, ChangedStudies, PageBuilder, content::ApprovalRule};
use waypoint_publishing::{PublishError, PublishedSite, SiteFile};

use crate::{
    catalogue::{Catalogue, CatalogueError},
    changes::Changes,
    checked_studies::Problems,
    poison::{Poison, PoisonQueue, QueueError},
};

/// Regenerates the pages of studies.
#[derive(Debug, Clone)]
pub struct Regenerate {
    catalogue: Catalogue,
    page_builder: Arc<Mutex<PageBuilder>>,
    site: Arc<PublishedSite>,
    poison: PoisonQueue,
}

/// The answer to the stream's platform, and a report of the work done.
#[derive(Debug)]
pub struct BatchOutcome {
    /// The record from which the batch is retried, if any.
    pub response: DynamoDbEventResponse,
    /// The report, or `None` if the batch is retried.
    pub report: Option<BatchReport>,
}

/// What a batch changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BatchReport {
    /// Number of studies in the batch.
    pub studies: usize,
    /// Number of generated files.
    pub generated: usize,
    /// Number of generated files that were new or different.
    pub changed: usize,
    /// Number of removed files.
    pub removed: usize,
    /// The studies that could not be regenerated.
    pub poison: Vec<Poison>,
    /// Duration of the work.
    pub time: Duration,
}

/// The batch can't be processed now and is retried.
#[derive(Debug, thiserror::Error)]
pub enum RegenerateError {
    /// The table or the log of studies failed.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// The shared sources of all pages are invalid.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The bucket, the CDN, or the network failed.
    #[error(transparent)]
    Publish(#[from] PublishError),
    /// The queue failed.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// The thread that generates pages panicked.
    #[error("page generation panicked: {0}")]
    Thread(#[from] tokio::task::JoinError),
}

impl Regenerate {
    /// Combines the studies, the generator, the site, and the queue for studies that fail.
    #[must_use]
    pub fn new(
        catalogue: Catalogue,
        page_builder: PageBuilder,
        site: PublishedSite,
        poison: PoisonQueue,
    ) -> Self {
        Self { catalogue, page_builder: Arc::new(Mutex::new(page_builder)), site: Arc::new(site), poison }
    }

    /// Keeps studies as they were if this rule refuses their recruitment material.
    #[must_use]
    pub fn requiring_approvals(self, rule: ApprovalRule) -> Self {
        Self { catalogue: self.catalogue.requiring_approvals(rule), ..self }
    }

    /// The log of studies.
    #[must_use]
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// Replaces the generator after content, templates, or the bundle have changed.
    pub fn set_page_builder(&self, page_builder: PageBuilder) {
        *self.page_builder.lock().unwrap_or_else(PoisonError::into_inner) = page_builder;
    }

    /// Processes a batch as the platform expects it. A temporary error is reported as a failure of the first record,
    /// so the whole batch is retried in order.
    ///
    /// # Errors
    /// When page generation panics: the platform then splits the batch until the failing study is alone.
    pub async fn answer(&self, batch: &Event) -> Result<BatchOutcome, RegenerateError> {
        let changes = Changes::from_batch(batch);
        match self.regenerate(&changes).await {
            Ok(report) => {
                report.log();
                Ok(BatchOutcome { response: DynamoDbEventResponse::default(), report: Some(report) })
            }
            Err(error) => {
                tracing::error!(%error, studies = changes.studies.len(), "regenerating pages failed; the batch is retried");
                retry_or_fail(error, changes.first)
            }
        }
    }

    /// Regenerates the changed studies, publishes their files, and reports the failures.
    ///
    /// # Errors
    /// When a service fails temporarily.
    pub async fn regenerate(&self, changes: &Changes) -> Result<BatchReport, RegenerateError> {
        let start = Instant::now();
        // The log comes first, so that searches find a changed study even if its pages fail.
        let problems = self.catalogue.update(changes).await?;
        if changes.studies.is_empty() {
            return Ok(BatchReport::default());
        }
        let changed = changed_studies(changes, &problems);
        let mut poison = invalid_studies(changes, &problems);
        let made = self.make(self.catalogue.studies()?, changed).await?;
        poison.extend(failed_pages(changes, &made));
        let files: Vec<SiteFile> =
            made.files.into_iter().map(|file| SiteFile { path: file.path, bytes: file.bytes }).collect();
        let file_count = files.len();
        let uploads = [self.files_loaded_by(&files)?, files].concat();
        let published = Box::pin(self.site.publish(&uploads, &made.deleted_paths, &|_, _| ())).await?;
        for failure in &poison {
            self.poison.send(failure).await?;
        }
        Ok(BatchReport {
            studies: changes.studies.len(),
            generated: file_count,
            changed: published.uploaded,
            removed: published.removed,
            poison,
            time: start.elapsed(),
        })
    }

    /// Returns the immutable files that pages load. During a deployment, these pages may already belong to the new
    /// release while the rest of the site does not. Existing files are skipped.
    fn files_loaded_by(&self, pages: &[SiteFile]) -> Result<Vec<SiteFile>, RegenerateError> {
        if pages.is_empty() {
            return Ok(Vec::new());
        }
        let page_builder = self.page_builder.lock().unwrap_or_else(PoisonError::into_inner);
        let loaded = page_builder.page_assets()?.into_iter();
        let immutable = loaded.filter(|file| self.site.is_immutable(&file.path));
        Ok(immutable.map(|file| SiteFile { path: file.path, bytes: file.bytes }).collect())
    }

    /// Generates the pages on a blocking thread.
    async fn make(
        &self,
        studies: Vec<PartnerStudy>,
        changed: ChangedStudies,
    ) -> Result<ChangedFiles, RegenerateError> {
        let page_builder = Arc::clone(&self.page_builder);
        let generation = tokio::task::spawn_blocking(move || {
            page_builder.lock().unwrap_or_else(PoisonError::into_inner).render_changed(studies, &changed)
        });
        Ok(generation.await??)
    }
}

/// Returns the answer that makes the platform retry a batch.
fn retry_or_fail(error: RegenerateError, first: Option<String>) -> Result<BatchOutcome, RegenerateError> {
    if matches!(error, RegenerateError::Thread(_)) {
        return Err(error);
    }
    let mut response = DynamoDbEventResponse::default();
    let mut failure = DynamoDbBatchItemFailure::default();
    failure.item_identifier = first;
    response.batch_item_failures.push(failure);
    Ok(BatchOutcome { response, report: None })
}

impl fmt::Display for BatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { studies, changed, removed, poison, time, .. } = self;
        write!(f, "{studies}, files written: {changed}, removed: {removed} ({} ms)", time.as_millis())?;
        match poison.len() {
            0 => Ok(()),
            failed => write!(f, "; {failed} failed, see the queue"),
        }
    }
}

impl BatchReport {
    fn log(&self) {
        for Poison { study, place, reason, .. } in &self.poison {
            tracing::warn!(study, place, why = reason, "a study can't be regenerated");
        }
        let Self { studies, changed, removed, poison, time, .. } = self;
        let (failed, milliseconds) = (poison.len(), time.as_millis());
        tracing::info!(studies, changed, removed, failed, milliseconds, "pages regenerated");
        metric::log_metrics(&[
            Metric::count("StudiesRegenerated", *studies),
            Metric::count("StudiesNotMade", failed),
            Metric { name: "RegenerationTime", unit: Unit::Milliseconds, value: time.as_secs_f64() * 1000.0 },
        ]);
    }
}

/// Returns the studies to regenerate. A study that can't be read keeps its pages.
fn changed_studies(changes: &Changes, problems: &Problems) -> ChangedStudies {
    let mut changed = ChangedStudies::default();
    for (key, change) in &changes.studies {
        changed.ids.extend(change.ids.iter().cloned());
        if problems.contains_key(key) {
            changed.protected_ids.extend(change.ids.iter().cloned());
        } else {
            changed.numbers.extend(change.number.clone());
        }
    }
    changed
}

/// Returns the studies of a batch that are invalid.
fn invalid_studies(changes: &Changes, problems: &Problems) -> Vec<Poison> {
    let invalid = changes.studies.iter().filter_map(|(key, change)| {
        let problem = problems.get(key)?;
        Some(Poison {
            study: Some(key.clone()),
            event: change.event.clone(),
            place: problem.place.clone(),
            reason: problem.reason.clone(),
        })
    });
    invalid.collect()
}

/// Returns the first failed page of each study, and failed pages that belong to no single study.
fn failed_pages(changes: &Changes, made: &ChangedFiles) -> Vec<Poison> {
    let mut first: BTreeMap<Option<String>, Poison> = BTreeMap::new();
    for page in &made.failed {
        let study = page.study.as_ref().map(ToString::to_string);
        let change = study.as_ref().and_then(|number| changes.studies.get(number));
        let event = change.map_or(&changes.last_event, |change| &change.event).clone();
        first.entry(study.clone()).or_insert_with(|| Poison {
            study,
            event,
            place: page.path.clone(),
            reason: page.reason.to_string(),
        });
    }
    first.into_values().collect()
}

#[cfg(test)]
mod tests {
    use waypoint_search::partner::LogError;

    use super::*;

    #[tokio::test]
    async fn panic_splits_the_batch_and_other_errors_retry_it_whole() {
        let broken = tokio::spawn(async { panic!("a page that can't be made") }).await.unwrap_err();
        assert!(matches!(retry_or_fail(broken.into(), Some("7".into())), Err(RegenerateError::Thread(_))));
        let temporary = RegenerateError::Catalogue(CatalogueError::Log(LogError::Missing(
            "partner-studies.jsonl".into(),
        )));
        let outcome = retry_or_fail(temporary, Some("7".into())).unwrap();
        assert_eq!(outcome.response.batch_item_failures[0].item_identifier.as_deref(), Some("7"));
        assert!(outcome.report.is_none());
    }
}
