//! The bucket of the site, by the protocol of S3. It keeps versions, so that what was replaced can be put back.

use aws_sdk_s3::{
    Client,
    primitives::{AggregatedBytes, ByteStream},
};

use crate::{PublishError, SiteFile, difference::Held, releases::RELEASES, site_file::content_type};

const SERVICE: &str = "the bucket of the site";

/// The bucket.
#[derive(Debug, Clone)]
pub struct Bucket {
    client: Client,
    name: String,
}

/// A version of a file that the bucket has or had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// The file's path.
    pub path: String,
    /// The digest of what was in it.
    pub digest: String,
    /// The bucket's name for it.
    pub id: String,
}

impl Bucket {
    /// A bucket of this name.
    #[must_use]
    pub fn new(client: Client, name: impl Into<String>) -> Self {
        Self { client, name: name.into() }
    }

    /// What it holds of the site now.
    ///
    /// # Errors
    /// When it does not answer.
    pub async fn held(&self) -> Result<Held, PublishError> {
        let mut held = self.held_below("").await?;
        held.retain(|path, _| !path.starts_with(RELEASES));
        Ok(held)
    }

    /// What it holds whose path begins like this.
    pub(crate) async fn held_below(&self, begin: &str) -> Result<Held, PublishError> {
        let mut held = Held::new();
        let asked = self.client.list_objects_v2().bucket(&self.name);
        let asked = if begin.is_empty() { asked } else { asked.prefix(begin) };
        let mut pages = asked.into_paginator().send();
        while let Some(page) = pages.next().await {
            let page = page.map_err(PublishError::of(SERVICE, "list its files"))?;
            held.extend(
                page.contents
                    .unwrap_or_default()
                    .into_iter()
                    .filter_map(|object| Some((object.key?, object.e_tag?.trim_matches('"').to_owned()))),
            );
        }
        Ok(held)
    }

    /// What is in a file.
    pub(crate) async fn get(&self, path: &str) -> Result<Vec<u8>, PublishError> {
        let what = format!("give {path}");
        let got = self.client.get_object().bucket(&self.name).key(path).send().await;
        let body = got.map_err(PublishError::of(SERVICE, &what))?.body.collect().await;
        let cut = |_| PublishError::Service { service: SERVICE, what, why: "it ends too early".into() };
        body.map(AggregatedBytes::to_vec).map_err(cut)
    }

    /// Every version that it has or had, the newest of a file first.
    ///
    /// # Errors
    /// When it does not answer.
    pub async fn versions(&self) -> Result<Vec<Version>, PublishError> {
        let mut versions = Vec::new();
        let (mut key, mut id) = (None, None);
        loop {
            let asked = self.client.list_object_versions().bucket(&self.name);
            let asked = asked.set_key_marker(key.take()).set_version_id_marker(id.take());
            let page = asked.send().await.map_err(PublishError::of(SERVICE, "list its versions"))?;
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

    /// Puts a file, which caches may keep as `cache_control` says.
    ///
    /// # Errors
    /// When it can't be put.
    pub async fn put(&self, file: &SiteFile, cache_control: &str) -> Result<(), PublishError> {
        let put = self.client.put_object().bucket(&self.name).key(&file.path);
        let put = put.content_type(content_type(&file.path)).cache_control(cache_control);
        let put = put.body(ByteStream::from(file.bytes.clone())).send().await;
        put.map(drop).map_err(PublishError::of(SERVICE, format!("take {}", file.path)))
    }

    /// Puts a version in the place of what is there now.
    ///
    /// # Errors
    /// When it can't be put.
    pub async fn put_back(&self, version: &Version) -> Result<(), PublishError> {
        let source = format!("{}/{}?versionId={}", self.name, version.path, version.id);
        let copy = self.client.copy_object().bucket(&self.name).key(&version.path).copy_source(source);
        let copied = copy.send().await;
        copied.map(drop).map_err(PublishError::of(SERVICE, format!("put back {}", version.path)))
    }

    /// Removes a file; its versions stay.
    ///
    /// # Errors
    /// When it can't be removed.
    pub async fn remove(&self, path: &str) -> Result<(), PublishError> {
        let removed = self.client.delete_object().bucket(&self.name).key(path).send().await;
        removed.map(drop).map_err(PublishError::of(SERVICE, format!("remove {path}")))
    }
}
