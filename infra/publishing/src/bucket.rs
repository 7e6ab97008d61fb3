//! The site's S3 bucket. It is versioned, so replaced files can be restored.

use aws_sdk_s3::{
    Client,
    primitives::{AggregatedBytes, ByteStream},
};

use crate::{PublishError, SiteFile, difference::Digests, site_file::content_type};

const SERVICE: &str = "the bucket of the site";
/// The path prefix of the records of releases, which don't belong to the site.
pub(crate) const RELEASES: &str = "_releases/";

/// The site's S3 bucket.
#[derive(Debug, Clone)]
pub struct Bucket {
    client: Client,
    name: String,
}

/// A current or earlier version of a file in the bucket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Path of the file.
    pub path: String,
    /// Digest of the content.
    pub digest: String,
    /// Version id in the bucket.
    pub id: String,
}

impl Bucket {
    /// Returns a client of the bucket with this name.
    #[must_use]
    pub fn new(client: Client, name: impl Into<String>) -> Self {
        Self { client, name: name.into() }
    }

    /// Returns the digests of the site's current files, without the records of releases.
    pub async fn digests(&self) -> Result<Digests, PublishError> {
        let mut digests = self.digests_below("").await?;
        digests.retain(|path, _| !path.starts_with(RELEASES));
        Ok(digests)
    }

    /// Returns the digests of the files below a path prefix.
    pub(crate) async fn digests_below(&self, prefix: &str) -> Result<Digests, PublishError> {
        let mut digests = Digests::new();
        let request = self.client.list_objects_v2().bucket(&self.name);
        let request = if prefix.is_empty() { request } else { request.prefix(prefix) };
        let mut pages = request.into_paginator().send();
        while let Some(page) = pages.next().await {
            let page = page.map_err(PublishError::from_sdk(SERVICE, "list its files"))?;
            digests.extend(
                page.contents
                    .unwrap_or_default()
                    .into_iter()
                    .filter_map(|object| Some((object.key?, object.e_tag?.trim_matches('"').to_owned()))),
            );
        }
        Ok(digests)
    }

    /// Reads a file.
    pub(crate) async fn get(&self, path: &str) -> Result<Vec<u8>, PublishError> {
        let what = format!("send {path}");
        let object = self.client.get_object().bucket(&self.name).key(path).send().await;
        let body = object.map_err(PublishError::from_sdk(SERVICE, &what))?.body.collect().await;
        let cut_short =
            |_| PublishError::Service { service: SERVICE, what, why: "the response was cut short".into() };
        body.map(AggregatedBytes::to_vec).map_err(cut_short)
    }

    /// Lists all versions of all files, the newest of each file first.
    pub async fn versions(&self) -> Result<Vec<Version>, PublishError> {
        let mut versions = Vec::new();
        let (mut key, mut id) = (None, None);
        loop {
            let request = self.client.list_object_versions().bucket(&self.name);
            let request = request.set_key_marker(key.take()).set_version_id_marker(id.take());
            let page = request.send().await.map_err(PublishError::from_sdk(SERVICE, "list its versions"))?;
            versions.extend(page.versions.unwrap_or_default().into_iter().filter_map(|version| {
                Some(Version {
                    path: version.key?,
                    digest: version.e_tag?.trim_matches('"').to_owned(),
                    id: version.version_id?,
                })
            }));
            if page.is_truncated != Some(true) {
                return Ok(versions);
            }
            (key, id) = (page.next_key_marker, page.next_version_id_marker);
        }
    }

    /// Uploads a file with this `cache-control` value.
    pub async fn put(&self, file: &SiteFile, cache_control: &str) -> Result<(), PublishError> {
        let put = self.client.put_object().bucket(&self.name).key(&file.path);
        let put = put.content_type(content_type(&file.path)).cache_control(cache_control);
        let put = put.body(ByteStream::from(file.bytes.clone())).send().await;
        put.map(drop).map_err(PublishError::from_sdk(SERVICE, format!("accept {}", file.path)))
    }

    /// Restores an earlier version as the current one.
    pub async fn restore_version(&self, version: &Version) -> Result<(), PublishError> {
        let source = format!("{}/{}?versionId={}", self.name, version.path, version.id);
        let copy = self.client.copy_object().bucket(&self.name).key(&version.path).copy_source(source);
        let copied = copy.send().await;
        copied.map(drop).map_err(PublishError::from_sdk(SERVICE, format!("restore {}", version.path)))
    }

    /// Removes a file. Its versions remain.
    pub async fn remove(&self, path: &str) -> Result<(), PublishError> {
        let removed = self.client.delete_object().bucket(&self.name).key(path).send().await;
        removed.map(drop).map_err(PublishError::from_sdk(SERVICE, format!("remove {path}")))
    }
}
