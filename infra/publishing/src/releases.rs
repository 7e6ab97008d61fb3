//! What was published before, beside the site in its bucket, so that the site can go back to it. The CDN is never told of
//! these files.

use serde::{Deserialize, Serialize};

use crate::{PublishError, SiteFile, bucket::Bucket, difference::Held};

/// With which the paths of releases begin.
pub(crate) const RELEASES: &str = "_releases/";
/// Caches have no part in them.
const NOT_CACHED: &str = "no-store";

/// A release: its name, and the digest of each of its files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Release {
    /// Its number, from 1.
    pub number: u32,
    /// What it was made from, such as a commit.
    pub name: String,
    /// The digests, by path.
    pub files: Held,
}

/// The numbers of the releases that the bucket has, from the first.
pub(crate) async fn numbers(bucket: &Bucket) -> Result<Vec<u32>, PublishError> {
    let paths = bucket.held_below(RELEASES).await?.into_keys();
    let mut numbers: Vec<u32> =
        paths.filter_map(|path| path.strip_prefix(RELEASES)?.strip_suffix(".json")?.parse().ok()).collect();
    numbers.sort_unstable();
    Ok(numbers)
}

/// A release by its number.
pub(crate) async fn release(bucket: &Bucket, number: u32) -> Result<Release, PublishError> {
    let path = path_of(number);
    let bytes = bucket.get(&path).await?;
    serde_json::from_slice(&bytes).map_err(|_| PublishError::Unreadable(path))
}

/// Notes a release, with what lies beside it.
pub(crate) async fn note(
    bucket: &Bucket,
    release: &Release,
    beside: Option<&[u8]>,
) -> Result<(), PublishError> {
    if let Some(bytes) = beside {
        let file = SiteFile { path: path_beside(release.number), bytes: bytes.to_vec() };
        bucket.put(&file, NOT_CACHED).await?;
    }
    let bytes = serde_json::to_vec(release).unwrap_or_default();
    bucket.put(&SiteFile { path: path_of(release.number), bytes }, NOT_CACHED).await
}

/// What lies beside a release, if anything does.
pub(crate) async fn beside(bucket: &Bucket, number: u32) -> Result<Option<Vec<u8>>, PublishError> {
    let path = path_beside(number);
    if !bucket.held_below(&path).await?.contains_key(&path) {
        return Ok(None);
    }
    bucket.get(&path).await.map(Some)
}

fn path_of(number: u32) -> String {
    format!("{RELEASES}{number:06}.json")
}

fn path_beside(number: u32) -> String {
    format!("{RELEASES}{number:06}.beside")
}
