//! Records of earlier releases, stored next to the site in its bucket, for rollbacks. The CDN functions never learn
//! their names.

use serde::{Deserialize, Serialize};

use crate::{
    PublishError, SiteFile,
    bucket::{Bucket, RELEASES},
    difference::Digests,
};

/// Releases are never cached.
const NOT_CACHED: &str = "no-store";

/// The record of a release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Release {
    /// Number of the release, counted from 1.
    pub number: u32,
    /// What it was built from, such as a commit.
    pub name: String,
    /// Digests of its files by path.
    pub files: Digests,
}

/// Returns the numbers of all releases, the lowest first.
pub(crate) async fn numbers(bucket: &Bucket) -> Result<Vec<u32>, PublishError> {
    let paths = bucket.digests_below(RELEASES).await?.into_keys();
    let mut numbers: Vec<u32> =
        paths.filter_map(|path| path.strip_prefix(RELEASES)?.strip_suffix(".json")?.parse().ok()).collect();
    numbers.sort_unstable();
    Ok(numbers)
}

/// Reads a release.
pub(crate) async fn release(bucket: &Bucket, number: u32) -> Result<Release, PublishError> {
    let path = record_path(number);
    let bytes = bucket.get(&path).await?;
    serde_json::from_slice(&bytes).map_err(|_| PublishError::InvalidRelease(path))
}

/// Stores the record of a release and its attachment.
pub(crate) async fn record(
    bucket: &Bucket,
    release: &Release,
    attachment: Option<&[u8]>,
) -> Result<(), PublishError> {
    if let Some(bytes) = attachment {
        let file = SiteFile { path: attachment_path(release.number), bytes: bytes.to_vec() };
        bucket.put(&file, NOT_CACHED).await?;
    }
    let bytes = serde_json::to_vec(release).unwrap_or_default();
    bucket.put(&SiteFile { path: record_path(release.number), bytes }, NOT_CACHED).await
}

/// Reads the attachment of a release, if it has one.
pub(crate) async fn attachment(bucket: &Bucket, number: u32) -> Result<Option<Vec<u8>>, PublishError> {
    let path = attachment_path(number);
    if !bucket.digests_below(&path).await?.contains_key(&path) {
        return Ok(None);
    }
    bucket.get(&path).await.map(Some)
}

fn record_path(number: u32) -> String {
    format!("{RELEASES}{number:06}.json")
}

fn attachment_path(number: u32) -> String {
    format!("{RELEASES}{number:06}.beside")
}
