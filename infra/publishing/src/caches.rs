//! What the CDN keeps of the site, and has to forget when files change.

use aws_sdk_cloudfront::{
    Client,
    error::SdkError,
    operation::create_invalidation::CreateInvalidationError,
    types::{InvalidationBatch, Paths},
};
use waypoint_cdn::Routes;

use crate::{PublishError, edge::forgotten};

const CDN: &str = "the CDN";
/// A mark of the caches' rule for files whose names no other bytes have.
const FOR_GOOD: &str = "immutable";
/// And one of their rule for files that they ask for each time.
const NOT_KEPT: &str = "max-age=0";

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

    /// Has files forgotten that changed; gives how many addresses.
    pub(crate) async fn forget<'a>(
        &self,
        routes: &Routes,
        changed: impl Iterator<Item = &'a str>,
    ) -> Result<usize, PublishError> {
        let changed: Vec<&str> = changed.filter(|path| !is_immutable(routes, path)).collect();
        let asks_each_time = changed.iter().all(|path| routes.cache_control(path).contains(NOT_KEPT));
        let addresses = forgotten(changed);
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
            what: "forget addresses".into(),
            why: error.to_string(),
        })?;
        let asked =
            self.cdn.create_invalidation().distribution_id(&self.distribution).invalidation_batch(batch);
        match asked.send().await {
            Err(error) if is_busy(&error) && asks_each_time => {
                tracing::warn!("the CDN forgets too much already; it asks for these pages at each visit");
            }
            told => drop(told.map_err(PublishError::of(CDN, "forget addresses"))?),
        }
        Ok(count)
    }
}

/// Whether caches may keep a file for good, because its name says all that is in it.
pub(crate) fn is_immutable(routes: &Routes, path: &str) -> bool {
    routes.cache_control(path).contains(FOR_GOOD)
}

/// Whether the CDN is at work on as many addresses as it takes at a time.
fn is_busy(error: &SdkError<CreateInvalidationError>) -> bool {
    let refused = error.as_service_error();
    refused.is_some_and(CreateInvalidationError::is_too_many_invalidations_in_progress)
}

/// A name that no other request to the CDN has.
fn reference() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    format!("waypoint-{}-{}", now.as_nanos(), std::process::id())
}
