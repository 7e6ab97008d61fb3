//! What files were before, where the bucket keeps it. A version has the digest of its bytes for an id.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{body::Bytes, http::HeaderValue};

use waypoint_publishing::site_file::digest;

use crate::local_page::escaped;

/// The bytes of each version, by key and id.
type Kept = BTreeMap<(String, String), Bytes>;

/// The versions of a bucket; none are kept for a server that runs for long.
#[derive(Debug, Clone, Default)]
pub(super) struct Versions(Option<Arc<Mutex<Kept>>>);

impl Versions {
    /// Keeps all of them.
    pub(super) fn all() -> Self {
        Self(Some(Arc::default()))
    }

    pub(super) fn keep(&self, key: &str, bytes: &Bytes) {
        if let Some(kept) = &self.0 {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.insert((key.to_owned(), digest(bytes)), bytes.clone());
        }
    }

    /// The version that a copy names: `BUCKET/KEY?versionId=ID`.
    pub(super) fn of(&self, source: &HeaderValue) -> Option<Bytes> {
        let (path, id) = source.to_str().ok()?.split_once("?versionId=")?;
        let (_, key) = path.split_once('/')?;
        let kept = self.0.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(&(key.to_owned(), id.to_owned())).cloned()
    }

    /// All of them, as S3 lists them.
    pub(super) fn listed(&self) -> String {
        let one = |(key, id): &(String, String)| {
            let key = escaped(key);
            format!(
                "<Version><Key>{key}</Key><VersionId>{id}</VersionId><ETag>&quot;{id}&quot;</ETag></Version>"
            )
        };
        let all = self.0.as_ref().map(|kept| kept.lock().unwrap_or_else(PoisonError::into_inner));
        let all: String = all.iter().flat_map(|kept| kept.keys()).map(one).collect();
        format!(
            "<?xml version=\"1.0\"?><ListVersionsResult><IsTruncated>false</IsTruncated>{all}</ListVersionsResult>"
        )
    }
}
