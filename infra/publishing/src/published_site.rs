//! The site as visitors see it: files in a bucket, their names at the edge, and a CDN that caches both.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    time::Duration,
};

use aws_config::{BehaviorVersion, SdkConfig, retry::RetryConfig, timeout::TimeoutConfig};
use aws_sdk_cloudfront::Client as Cdn;
use futures_util::{FutureExt, StreamExt, TryStreamExt, stream};
use waypoint_cdn::Routes;

use crate::{
    PublishError, Release, SiteFile,
    bucket::{Bucket, Version},
    caches::{self, Caches},
    difference::{Difference, Digests, STAGES, Stage, leftover_paths},
    pages_store::PagesStore,
    releases,
};

/// The number of concurrent uploads.
const CONCURRENT_UPLOADS: usize = 16;
/// The time limit of one attempt.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(20);
/// The time limit of a call with all its attempts.
const CALL_TIMEOUT: Duration = Duration::from_mins(1);
/// The maximum number of attempts per call.
const MAX_ATTEMPTS: u32 = 4;
/// How many of the last releases keep the files that their pages load, because such a page may still be open in a
/// browser.
const KEPT_RELEASES: usize = 10;
/// Where the site is published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Name of the bucket.
    pub bucket: String,
    /// Id of the CDN's distribution.
    pub distribution: String,
    /// ARN of the store of page names.
    pub pages_store: String,
}

/// Clients of the cloud services that publishing needs.
#[derive(Debug, Clone)]
pub struct Clients {
    pub bucket: aws_sdk_s3::Client,
    pub names: aws_sdk_cloudfrontkeyvaluestore::Client,
    pub cdn: Cdn,
}

impl Clients {
    /// Creates the clients from a configuration.
    #[must_use]
    pub fn from_config(aws: &SdkConfig) -> Self {
        // Fakes for S3 serve buckets by path, not by host.
        let is_stand_in = aws.endpoint_url().is_some() || env::var_os("AWS_ENDPOINT_URL_S3").is_some();
        let bucket = aws_sdk_s3::config::Builder::from(aws).force_path_style(is_stand_in);
        Self {
            bucket: aws_sdk_s3::Client::from_conf(bucket.build()),
            names: aws_sdk_cloudfrontkeyvaluestore::Client::new(aws),
            cdn: Cdn::new(aws),
        }
    }
}

/// The site in its bucket, with clients of the services that publishing changes.
#[derive(Debug, Clone)]
pub struct PublishedSite {
    bucket: Bucket,
    names: PagesStore,
    caches: Caches,
    routes: Routes,
}

/// What publishing changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Published {
    /// Number of files uploaded or restored.
    pub uploaded: usize,
    /// Total size of the uploaded files in bytes.
    pub bytes: usize,
    /// Number of removed files.
    pub removed: usize,
    /// Number of addresses that the CDN invalidates; `/*` counts as one.
    pub invalidated: usize,
}

impl Place {
    /// Reads the place from the environment: `SITE_BUCKET`, `SITE_DISTRIBUTION`, and `SITE_PAGES_STORE`.
    pub fn from_environment() -> Result<Self, PublishError> {
        let variable = |name| env::var(name).map_err(|_| PublishError::Missing(name));
        Ok(Self {
            bucket: variable("SITE_BUCKET")?,
            distribution: variable("SITE_DISTRIBUTION")?,
            pages_store: variable("SITE_PAGES_STORE")?,
        })
    }
}

impl PublishedSite {
    /// Connects to the site at a place, with the SDK's usual environment variables.
    pub async fn connect(place: Place) -> Result<Self, PublishError> {
        let limits = TimeoutConfig::builder()
            .operation_attempt_timeout(ATTEMPT_TIMEOUT)
            .operation_timeout(CALL_TIMEOUT)
            .build();
        let retry = RetryConfig::standard().with_max_attempts(MAX_ATTEMPTS);
        let aws = aws_config::defaults(BehaviorVersion::latest()).timeout_config(limits).retry_config(retry);
        Self::with_clients(Clients::from_config(&aws.load().await), place)
    }

    /// Connects to the site at a place with these clients.
    pub fn with_clients(clients: Clients, place: Place) -> Result<Self, PublishError> {
        Ok(Self {
            bucket: Bucket::new(clients.bucket, place.bucket),
            names: PagesStore::new(clients.names, place.pages_store),
            caches: Caches::new(clients.cdn, place.distribution),
            routes: Routes::load()?,
        })
    }

    /// Returns the digests of the site's current files.
    pub async fn digests(&self) -> Result<Digests, PublishError> {
        self.bucket.digests().await
    }

    /// Uploads changed files and removes paths. Calls `progress` with the number of uploaded files and the number to
    /// upload.
    ///
    /// # Errors
    /// When a service fails. Changes made so far remain, and a repeated call continues from there.
    pub async fn publish(
        &self,
        files: &[SiteFile],
        gone: &[String],
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Published, PublishError> {
        self.publish_since(files, gone, &Digests::new(), progress).await
    }

    /// Publishes like [`Self::publish`], and also invalidates every file that differs from `before`, in case an
    /// earlier attempt uploaded it but failed before the invalidation.
    async fn publish_since(
        &self,
        files: &[SiteFile],
        gone: &[String],
        before: &Digests,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Published, PublishError> {
        let current = self.digests().await?;
        let difference = Difference::between(files, gone, &current);
        let mut uploaded = 0;
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        for stage in STAGES {
            let in_stage = difference.uploads_in(stage, |path| self.stage_of(path));
            let uploads: Vec<_> = in_stage.into_iter().map(|file| self.put(file).boxed()).collect();
            let mut uploads = stream::iter(uploads).buffer_unordered(CONCURRENT_UPLOADS);
            while uploads.try_next().await?.is_some() {
                uploaded += 1;
                progress(uploaded, difference.put.len());
            }
            self.add_names(&self.paths_in(stage, &paths)).await?;
        }
        self.remove_names(gone).await?;
        self.remove(&difference.removed).await?;
        let changed = difference.put.iter().map(|file| file.path.as_str());
        let changed = changed.chain(difference.removed.iter().map(String::as_str));
        let now: BTreeMap<&str, &SiteFile> = files.iter().map(|file| (file.path.as_str(), file)).collect();
        let differs = |path: &str, digest: &String| now.get(path).is_none_or(|file| file.digest() != *digest);
        let changed_since = before.iter().filter(|(path, digest)| differs(path, digest));
        let changed = changed.chain(changed_since.map(|(path, _)| path.as_str()));
        Ok(Published {
            uploaded: difference.put.len(),
            bytes: difference.put.iter().map(|file| file.bytes.len()).sum(),
            removed: difference.removed.len(),
            invalidated: self.caches.invalidate(&self.routes, changed).await?,
        })
    }

    /// Returns what a release of these files would change.
    pub async fn plan<'a>(&self, files: &'a [SiteFile]) -> Result<Difference<'a>, PublishError> {
        let current = self.digests().await?;
        let gone = self.not_needed(files, &current, &self.latest_releases().await?);
        Ok(Difference::between(files, &gone, &current))
    }

    /// Makes these files the whole site and records them as a release, with an optional attachment: data that is not
    /// served, and that a rollback needs again.
    ///
    /// # Errors
    /// As [`Self::publish`]. No release is recorded then.
    pub async fn release(
        &self,
        name: &str,
        files: &[SiteFile],
        attachment: Option<&[u8]>,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Published, PublishError> {
        let latest = self.latest_releases().await?;
        let gone = self.not_needed(files, &self.digests().await?, &latest);
        let before = latest.last().map(|release| release.files.clone()).unwrap_or_default();
        let published = self.publish_since(files, &gone, &before, progress).await?;
        let digests: Digests = files.iter().map(|file| (file.path.clone(), file.digest())).collect();
        self.record_release(name, digests, attachment).await?;
        Ok(published)
    }

    /// Returns all releases, the oldest first.
    pub async fn releases(&self) -> Result<Vec<Release>, PublishError> {
        let mut all = Vec::new();
        for number in releases::numbers(&self.bucket).await? {
            all.push(releases::release(&self.bucket, number).await?);
        }
        Ok(all)
    }

    /// Restores the site to a release, by default the one before the last, and records that as a new release.
    ///
    /// # Errors
    /// When there is no such release, or as [`Self::publish`].
    pub async fn roll_back(&self, release: Option<u32>) -> Result<(Release, Published), PublishError> {
        let number = self.number_or_previous(release).await?;
        let release = releases::release(&self.bucket, number).await?;
        let attachment = releases::attachment(&self.bucket, number).await?;
        let restored = self.restore(&release.files).await?;
        self.record_release(&release.name, release.files.clone(), attachment.as_deref()).await?;
        Ok((release, restored))
    }

    /// Returns the attachment of a release, by default of the one before the last.
    ///
    /// # Errors
    /// When there is no such release, or the bucket fails.
    pub async fn attachment(&self, of: Option<u32>) -> Result<Option<Vec<u8>>, PublishError> {
        releases::attachment(&self.bucket, self.number_or_previous(of).await?).await
    }

    /// Returns the number of the last release, or 0 if there is none.
    pub async fn last(&self) -> Result<u32, PublishError> {
        Ok(releases::numbers(&self.bucket).await?.last().copied().unwrap_or_default())
    }

    async fn latest_releases(&self) -> Result<Vec<Release>, PublishError> {
        let numbers = releases::numbers(&self.bucket).await?;
        let mut latest = Vec::new();
        for number in &numbers[numbers.len().saturating_sub(KEPT_RELEASES)..] {
            latest.push(releases::release(&self.bucket, *number).await?);
        }
        Ok(latest)
    }

    /// Returns the paths in the bucket that neither these files nor open pages need. A page that was opened under an
    /// earlier release refers to that release's scripts, and loads some of them only later.
    fn not_needed(&self, files: &[SiteFile], current: &Digests, latest: &[Release]) -> Vec<String> {
        let may_be_loaded = |path: &String| {
            self.is_immutable(path) && latest.iter().any(|release| release.files.contains_key(path))
        };
        leftover_paths(files, current).into_iter().filter(|path| !may_be_loaded(path)).collect()
    }

    async fn number_or_previous(&self, number: Option<u32>) -> Result<u32, PublishError> {
        let numbers = releases::numbers(&self.bucket).await?;
        match number {
            Some(number) if numbers.contains(&number) => Ok(number),
            Some(number) => Err(PublishError::NoRelease(number)),
            None => numbers.iter().rev().nth(1).copied().ok_or(PublishError::NoEarlierRelease),
        }
    }

    async fn record_release(
        &self,
        name: &str,
        files: Digests,
        attachment: Option<&[u8]>,
    ) -> Result<(), PublishError> {
        let number = self.last().await? + 1;
        releases::record(&self.bucket, &Release { number, name: name.to_owned(), files }, attachment).await
    }

    /// Restores earlier files from the bucket's versions. After a failure, a repeated call continues from there.
    async fn restore(&self, before: &Digests) -> Result<Published, PublishError> {
        let now = self.digests().await?;
        let versions = self.changed_versions(before, &now).await?;
        let paths: Vec<&str> = before.keys().map(String::as_str).collect();
        for stage in STAGES {
            let in_stage = versions.iter().filter(|version| self.stage_of(&version.path) == stage);
            let uploads: Vec<_> =
                in_stage.map(|version| self.bucket.restore_version(version).boxed()).collect();
            let uploads = stream::iter(uploads);
            uploads.buffer_unordered(CONCURRENT_UPLOADS).try_collect::<()>().await?;
            self.add_names(&self.paths_in(stage, &paths)).await?;
        }
        let is_needed = |path: &String| before.contains_key(path) || self.is_immutable(path);
        let gone: BTreeSet<String> = now.keys().filter(|path| !is_needed(path)).cloned().collect();
        self.remove_names(&gone).await?;
        self.remove(&gone).await?;
        let changed = versions.iter().map(|version| version.path.as_str());
        Ok(Published {
            uploaded: versions.len(),
            bytes: 0,
            removed: gone.len(),
            invalidated: self
                .caches
                .invalidate(&self.routes, changed.chain(gone.iter().map(String::as_str)))
                .await?,
        })
    }

    /// Returns the earlier version of each file that has changed since.
    async fn changed_versions(&self, before: &Digests, now: &Digests) -> Result<Vec<Version>, PublishError> {
        let changed_digests: BTreeMap<&str, &str> = before
            .iter()
            .filter(|(path, digest)| now.get(*path) != Some(digest))
            .map(|(path, digest)| (path.as_str(), digest.as_str()))
            .collect();
        if changed_digests.is_empty() {
            return Ok(Vec::new());
        }
        let mut found: BTreeMap<String, Version> = BTreeMap::new();
        for version in self.bucket.versions().await? {
            if changed_digests.get(version.path.as_str()) == Some(&version.digest.as_str()) {
                found.entry(version.path.clone()).or_insert(version);
            }
        }
        match changed_digests.keys().find(|path| !found.contains_key(**path)) {
            Some(path) => Err(PublishError::NoVersion((*path).to_owned())),
            None => Ok(found.into_values().collect()),
        }
    }

    async fn put(&self, file: &SiteFile) -> Result<(), PublishError> {
        self.bucket.put(file, self.routes.cache_control(&file.path)).await
    }

    async fn remove(&self, gone: &BTreeSet<String>) -> Result<(), PublishError> {
        let removed: Vec<_> = gone.iter().map(|path| self.bucket.remove(path).boxed()).collect();
        let removed = stream::iter(removed);
        removed.buffer_unordered(CONCURRENT_UPLOADS).try_collect().await
    }

    /// Returns those of these paths that belong to a stage.
    fn paths_in(&self, stage: Stage, paths: &[&str]) -> BTreeSet<String> {
        paths.iter().filter(|path| self.stage_of(path) == stage).map(|path| (*path).to_owned()).collect()
    }

    fn stage_of(&self, path: &str) -> Stage {
        Stage::for_path(path, self.is_immutable(path))
    }

    /// Adds files to the store of page names. This must happen before a page that loads them is uploaded, because the
    /// CDN functions answer 404 for unknown names. It checks all files and not only new uploads, because an earlier
    /// attempt may have failed before this step.
    async fn add_names(&self, paths: &BTreeSet<String>) -> Result<(), PublishError> {
        let named = self.names.existing_names(paths.clone()).await?;
        self.names.change(&(paths - &named), &BTreeSet::new()).await
    }

    /// Removes files from the store of page names.
    async fn remove_names(&self, gone: impl IntoIterator<Item = &String>) -> Result<(), PublishError> {
        let named = self.names.existing_names(gone.into_iter().cloned().collect()).await?;
        self.names.change(&BTreeSet::new(), &named).await
    }

    /// Returns whether caches may store a file forever, because its name contains its hash.
    #[must_use]
    pub fn is_immutable(&self, path: &str) -> bool {
        caches::is_immutable(&self.routes, path)
    }
}
