//! Invalidates the CDN's caches when files change.

use aws_sdk_cloudfront::{
    Client,
    error::SdkError,
    operation::create_invalidation::CreateInvalidationError,
    types::{InvalidationBatch, Paths},
};
use waypoint_cdn::Routes;

use crate::{PublishError, edge::invalidated_addresses};

const CDN: &str = "the CDN";
/// The part of a `cache-control` value that marks files whose content never changes under their name.
const IMMUTABLE: &str = "immutable";
/// The part of a `cache-control` value that marks files that are revalidated each time.
const REVALIDATED: &str = "max-age=0";

/// The caches of a distribution.
#[derive(Debug, Clone)]
pub(crate) struct Caches {
    cdn: Client,
    distribution: String,
}

impl Caches {
    pub(crate) fn new(cdn: Client, distribution: String) -> Self {
        Self { cdn, distribution }
    }

    /// Invalidates the addresses of changed files and returns their number.
    pub(crate) async fn invalidate<'a>(
        &self,
        routes: &Routes,
        changed: impl Iterator<Item = &'a str>,
    ) -> Result<usize, PublishError> {
        let changed: Vec<&str> = changed.filter(|path| !is_immutable(routes, path)).collect();
        let all_revalidated = changed.iter().all(|path| routes.cache_control(path).contains(REVALIDATED));
        let addresses = invalidated_addresses(changed);
        let count = addresses.len();
        if count == 0 {
            return Ok(0);
        }
        let quantity = i32::try_from(count).unwrap_or(i32::MAX);
        let paths = Paths::builder().quantity(quantity).set_items(Some(addresses)).build();
        let batch = paths.and_then(|paths| {
            InvalidationBatch::builder().paths(paths).caller_reference(reference()).build()
        });
        let batch = batch.map_err(|error| PublishError::Service {
            service: CDN,
            what: "invalidate addresses".into(),
            why: error.to_string(),
        })?;
        let request =
            self.cdn.create_invalidation().distribution_id(&self.distribution).invalidation_batch(batch);
        match request.send().await {
            Err(error) if is_busy(&error) && all_revalidated => {
                tracing::warn!(
                    "the CDN is busy with other invalidations; skipped, because these pages are revalidated at each visit"
                );
            }
            result => drop(result.map_err(PublishError::from_sdk(CDN, "invalidate addresses"))?),
        }
        Ok(count)
    }
}

/// Returns whether caches may store a file forever, because its name contains its hash.
pub(crate) fn is_immutable(routes: &Routes, path: &str) -> bool {
    routes.cache_control(path).contains(IMMUTABLE)
}

/// Returns whether the CDN is already processing the maximum number of invalidations.
fn is_busy(error: &SdkError<CreateInvalidationError>) -> bool {
    let service_error = error.as_service_error();
    service_error.is_some_and(CreateInvalidationError::is_too_many_invalidations_in_progress)
}

/// Returns a name that no other invalidation has.
fn reference() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    format!("waypoint-{}-{}", now.as_nanos(), std::process::id())
}
