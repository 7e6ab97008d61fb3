//! Versions of files in a versioned bucket. The id of a version is the digest of its content.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{body::Bytes, http::HeaderValue};

use waypoint_publishing::site_file::digest;

use crate::local_page::escaped;

/// Content of each version, by key and id.
type Contents = BTreeMap<(String, String), Bytes>;

/// The versions of a bucket. A server that runs for long stores none.
#[derive(Debug, Clone, Default)]
pub(super) struct Versions(Option<Arc<Mutex<Contents>>>);

impl Versions {
    /// Stores all versions.
    pub(super) fn enabled() -> Self {
        Self(Some(Arc::default()))
    }

    pub(super) fn store(&self, key: &str, bytes: &Bytes) {
        if let Some(contents) = &self.0 {
            let mut contents = contents.lock().unwrap_or_else(PoisonError::into_inner);
            contents.insert((key.to_owned(), digest(bytes)), bytes.clone());
        }
    }

    /// Returns the version that a copy names: `BUCKET/KEY?versionId=ID`.
    pub(super) fn find(&self, source: &HeaderValue) -> Option<Bytes> {
        let (path, id) = source.to_str().ok()?.split_once("?versionId=")?;
        let (_, key) = path.split_once('/')?;
        let contents = self.0.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        contents.get(&(key.to_owned(), id.to_owned())).cloned()
    }

    /// Returns the list of all versions, in S3's format.
    pub(super) fn list_xml(&self) -> String {
        let entry = |(key, id): &(String, String)| {
            let key = escaped(key);
            format!(
                "<Version><Key>{key}</Key><VersionId>{id}</VersionId><ETag>&quot;{id}&quot;</ETag></Version>"
            )
        };
        let all = self.0.as_ref().map(|contents| contents.lock().unwrap_or_else(PoisonError::into_inner));
        let all: String = all.iter().flat_map(|contents| contents.keys()).map(entry).collect();
        format!(
            "<?xml version=\"1.0\"?><ListVersionsResult><IsTruncated>false</IsTruncated>{all}</ListVersionsResult>"
        )
    }
}
