//! The site as visitors have it: files in a bucket, names at the edge, and a CDN that keeps both.

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
    difference::{Difference, Held, TURNS, Turn, left_over},
    pages_store::PagesStore,
    releases,
};

/// So many files go up at once.
const AT_ONCE: usize = 16;
/// How long one try may take, and all tries of one call.
const TRY: Duration = Duration::from_secs(20);
const CALL: Duration = Duration::from_mins(1);
/// How often a call is tried.
const TRIES: u32 = 4;
/// What pages of so many releases load stays when it is not needed any more.
const KEPT: usize = 10;
/// Where the site is published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The bucket's name.
    pub bucket: String,
    /// The id of the CDN's distribution.
    pub distribution: String,
    /// The resource name of the store of page names.
    pub pages_store: String,
}

/// The services of the cloud that publishing needs.
#[derive(Debug, Clone)]
pub struct Clients {
    /// Of the bucket.
    pub bucket: aws_sdk_s3::Client,
    /// Of the store of page names.
    pub names: aws_sdk_cloudfrontkeyvaluestore::Client,
    /// Of the CDN.
    pub cdn: Cdn,
}

impl Clients {
    /// Clients of a configuration.
    #[must_use]
    pub fn of(aws: &SdkConfig) -> Self {
        // Elsewhere than at S3 itself, a bucket has no host of its own.
        let elsewhere = aws.endpoint_url().is_some() || env::var_os("AWS_ENDPOINT_URL_S3").is_some();
        let bucket = aws_sdk_s3::config::Builder::from(aws).force_path_style(elsewhere);
        Self {
            bucket: aws_sdk_s3::Client::from_conf(bucket.build()),
            names: aws_sdk_cloudfrontkeyvaluestore::Client::new(aws),
            cdn: Cdn::new(aws),
        }
    }
}

/// The published site.
#[derive(Debug, Clone)]
pub struct PublishedSite {
    bucket: Bucket,
    names: PagesStore,
    caches: Caches,
    routes: Routes,
}

/// What was done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Published {
    /// How many files went up, or were put back.
    pub uploaded: usize,
    /// How many of their bytes.
    pub bytes: usize,
    /// How many files were removed.
    pub removed: usize,
    /// How many addresses the CDN was told to forget; `/*` is one.
    pub forgotten: usize,
}

impl Place {
    /// The place that the environment names: `SITE_BUCKET`, `SITE_DISTRIBUTION` and `SITE_PAGES_STORE`.
    ///
    /// # Errors
    /// When one of them is missing.
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
    /// The site at a place, with the usual variables of the cloud's clients.
    ///
    /// # Errors
    /// When the routes are broken.
    pub async fn at(place: Place) -> Result<Self, PublishError> {
        let limits = TimeoutConfig::builder().operation_attempt_timeout(TRY).operation_timeout(CALL).build();
        let retry = RetryConfig::standard().with_max_attempts(TRIES);
        let aws = aws_config::defaults(BehaviorVersion::latest()).timeout_config(limits).retry_config(retry);
        Self::with(Clients::of(&aws.load().await), place)
    }

    /// The site at a place, by these clients.
    ///
    /// # Errors
    /// When the routes are broken.
    pub fn with(clients: Clients, place: Place) -> Result<Self, PublishError> {
        Ok(Self {
            bucket: Bucket::new(clients.bucket, place.bucket),
            names: PagesStore::new(clients.names, place.pages_store),
            caches: Caches::new(clients.cdn, place.distribution),
            routes: Routes::load()?,
        })
    }

    /// What visitors have now: the digest of each file.
    ///
    /// # Errors
    /// When the bucket does not answer.
    pub async fn held(&self) -> Result<Held, PublishError> {
        self.bucket.held().await
    }

    /// Publishes files and removes paths; what is there as it should be is left alone. `tell` hears how many of how many
    /// files are up.
    ///
    /// # Errors
    /// When a service fails. What was done until then stays; the same again goes on from there.
    pub async fn publish(
        &self,
        files: &[SiteFile],
        gone: &[String],
        tell: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Published, PublishError> {
        self.publish_since(files, gone, &Held::new(), tell).await
    }

    /// The same, where visitors had these digests before: whatever is another one is forgotten, be it that an earlier try
    /// brought it up and came no further.
    async fn publish_since(
        &self,
        files: &[SiteFile],
        gone: &[String],
        before: &Held,
        tell: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Published, PublishError> {
        let held = self.held().await?;
        let difference = Difference::of(files, gone, &held);
        let mut up = 0;
        let there: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        for turn in TURNS {
            let of_turn = difference.at(turn, |path| self.turn_of(path));
            let puts: Vec<_> = of_turn.into_iter().map(|file| self.put(file).boxed()).collect();
            let mut puts = stream::iter(puts).buffer_unordered(AT_ONCE);
            while puts.try_next().await?.is_some() {
                up += 1;
                tell(up, difference.put.len());
            }
            self.name(&self.going_up_at(turn, &there)).await?;
        }
        self.forget_names(gone).await?;
        self.remove(&difference.gone).await?;
        let changed = difference.put.iter().map(|file| file.path.as_str());
        let changed = changed.chain(difference.gone.iter().map(String::as_str));
        let now: BTreeMap<&str, &SiteFile> = files.iter().map(|file| (file.path.as_str(), file)).collect();
        let is_other =
            |path: &str, digest: &String| now.get(path).is_none_or(|file| file.digest() != *digest);
        let since = before.iter().filter(|(path, digest)| is_other(path, digest));
        let changed = changed.chain(since.map(|(path, _)| path.as_str()));
        Ok(Published {
            uploaded: difference.put.len(),
            bytes: difference.put.iter().map(|file| file.bytes.len()).sum(),
            removed: difference.gone.len(),
            forgotten: self.caches.forget(&self.routes, changed).await?,
        })
    }

    /// What a release would change: how many files go up, and which paths go.
    ///
    /// # Errors
    /// When the bucket does not answer.
    pub async fn plan<'a>(&self, files: &'a [SiteFile]) -> Result<Difference<'a>, PublishError> {
        let held = self.held().await?;
        let gone = self.not_needed(files, &held, &self.latest_releases().await?);
        Ok(Difference::of(files, &gone, &held))
    }

    /// Makes these files all that there are, and notes that as a release, with what lies beside it: something that is not
    /// served, and that whoever goes back wants to have again.
    ///
    /// # Errors
    /// As [`Self::publish`]; no release is noted then.
    pub async fn release(
        &self,
        name: &str,
        files: &[SiteFile],
        beside: Option<&[u8]>,
        tell: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Published, PublishError> {
        let latest = self.latest_releases().await?;
        let gone = self.not_needed(files, &self.held().await?, &latest);
        let before = latest.last().map(|release| release.files.clone()).unwrap_or_default();
        let published = self.publish_since(files, &gone, &before, tell).await?;
        let digests: Held = files.iter().map(|file| (file.path.clone(), file.digest())).collect();
        self.note_release(name, digests, beside).await?;
        Ok(published)
    }

    /// The releases, from the first.
    ///
    /// # Errors
    /// When the bucket does not answer.
    pub async fn releases(&self) -> Result<Vec<Release>, PublishError> {
        let mut all = Vec::new();
        for number in releases::numbers(&self.bucket).await? {
            all.push(releases::release(&self.bucket, number).await?);
        }
        Ok(all)
    }

    /// Makes the site what it was at a release, or else at the one before the last, and notes that as a release.
    ///
    /// # Errors
    /// When there is no such release, or as [`Self::publish`].
    pub async fn back(&self, to: Option<u32>) -> Result<(Release, Published), PublishError> {
        let number = self.number_of(to).await?;
        let release = releases::release(&self.bucket, number).await?;
        let beside = releases::beside(&self.bucket, number).await?;
        let restored = self.restore(&release.files).await?;
        self.note_release(&release.name, release.files.clone(), beside.as_deref()).await?;
        Ok((release, restored))
    }

    /// What lies beside a release, or else beside the one before the last, if anything does.
    ///
    /// # Errors
    /// When there is no such release, or the bucket does not answer.
    pub async fn beside(&self, of: Option<u32>) -> Result<Option<Vec<u8>>, PublishError> {
        releases::beside(&self.bucket, self.number_of(of).await?).await
    }

    /// The number of the last release; 0 before there is any.
    ///
    /// # Errors
    /// When the bucket does not answer.
    pub async fn last(&self) -> Result<u32, PublishError> {
        Ok(releases::numbers(&self.bucket).await?.last().copied().unwrap_or_default())
    }

    async fn latest_releases(&self) -> Result<Vec<Release>, PublishError> {
        let numbers = releases::numbers(&self.bucket).await?;
        let mut latest = Vec::new();
        for number in &numbers[numbers.len().saturating_sub(KEPT)..] {
            latest.push(releases::release(&self.bucket, *number).await?);
        }
        Ok(latest)
    }

    /// The paths that the bucket holds, that none of these files has and that no open page may still load: one that was
    /// opened under a release before names scripts of that release, and loads some of them only when they are needed.
    fn not_needed(&self, files: &[SiteFile], held: &Held, latest: &[Release]) -> Vec<String> {
        let may_be_loaded = |path: &String| {
            self.is_immutable(path) && latest.iter().any(|release| release.files.contains_key(path))
        };
        left_over(files, held).into_iter().filter(|path| !may_be_loaded(path)).collect()
    }

    async fn number_of(&self, wanted: Option<u32>) -> Result<u32, PublishError> {
        let numbers = releases::numbers(&self.bucket).await?;
        match wanted {
            Some(number) if numbers.contains(&number) => Ok(number),
            Some(number) => Err(PublishError::NoRelease(number)),
            None => numbers.iter().rev().nth(1).copied().ok_or(PublishError::NothingBefore),
        }
    }

    async fn note_release(&self, name: &str, files: Held, beside: Option<&[u8]>) -> Result<(), PublishError> {
        let number = self.last().await? + 1;
        releases::note(&self.bucket, &Release { number, name: name.to_owned(), files }, beside).await
    }

    /// Makes the site what it was before, from the bucket's versions. Where that fails, the same again goes on from there.
    async fn restore(&self, before: &Held) -> Result<Published, PublishError> {
        let now = self.held().await?;
        let versions = self.versions_of(before, &now).await?;
        let there: Vec<&str> = before.keys().map(String::as_str).collect();
        for turn in TURNS {
            let of_turn = versions.iter().filter(|version| self.turn_of(&version.path) == turn);
            let puts: Vec<_> = of_turn.map(|version| self.bucket.put_back(version).boxed()).collect();
            let puts = stream::iter(puts);
            puts.buffer_unordered(AT_ONCE).try_collect::<()>().await?;
            self.name(&self.going_up_at(turn, &there)).await?;
        }
        let is_needed = |path: &String| before.contains_key(path) || self.is_immutable(path);
        let gone: BTreeSet<String> = now.keys().filter(|path| !is_needed(path)).cloned().collect();
        self.forget_names(&gone).await?;
        self.remove(&gone).await?;
        let changed = versions.iter().map(|version| version.path.as_str());
        Ok(Published {
            uploaded: versions.len(),
            bytes: 0,
            removed: gone.len(),
            forgotten: self
                .caches
                .forget(&self.routes, changed.chain(gone.iter().map(String::as_str)))
                .await?,
        })
    }

    /// For each file that is not what it was, the version that is.
    async fn versions_of(&self, before: &Held, now: &Held) -> Result<Vec<Version>, PublishError> {
        let wanted: BTreeMap<&str, &str> = before
            .iter()
            .filter(|(path, digest)| now.get(*path) != Some(digest))
            .map(|(path, digest)| (path.as_str(), digest.as_str()))
            .collect();
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        let mut found: BTreeMap<String, Version> = BTreeMap::new();
        for version in self.bucket.versions().await? {
            if wanted.get(version.path.as_str()) == Some(&version.digest.as_str()) {
                found.entry(version.path.clone()).or_insert(version);
            }
        }
        match wanted.keys().find(|path| !found.contains_key(**path)) {
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
        removed.buffer_unordered(AT_ONCE).try_collect().await
    }

    /// Those of these paths that go up at one turn.
    fn going_up_at(&self, turn: Turn, paths: &[&str]) -> BTreeSet<String> {
        paths.iter().filter(|path| self.turn_of(path) == turn).map(|path| (*path).to_owned()).collect()
    }

    fn turn_of(&self, path: &str) -> Turn {
        Turn::of(path, self.is_immutable(path))
    }

    /// Tells the functions of the CDN which files are there, and so before a page goes up what it loads: what they don't know
    /// of is not found. All of them are compared, and not only those that went up now: an earlier try may have ended before it
    /// came so far.
    async fn name(&self, there: &BTreeSet<String>) -> Result<(), PublishError> {
        let named = self.names.among(there.clone()).await?;
        self.names.change(&(there - &named), &BTreeSet::new()).await
    }

    /// Tells them which files are there no more.
    async fn forget_names(&self, gone: impl IntoIterator<Item = &String>) -> Result<(), PublishError> {
        let named = self.names.among(gone.into_iter().cloned().collect()).await?;
        self.names.change(&BTreeSet::new(), &named).await
    }

    /// Whether caches may keep a file for good, because its name says all that is in it.
    #[must_use]
    pub fn is_immutable(&self, path: &str) -> bool {
        caches::is_immutable(&self.routes, path)
    }
}
