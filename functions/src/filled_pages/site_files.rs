//! The built pages and the bundle of their islands, read from the site as a browser reads them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use jiff::Timestamp;
use reqwest::{Client, StatusCode, Url, redirect};
use waypoint_rendering::built_page::{BuiltPage, MissingPart};

use crate::external::bounded_body::{BodyError, bounded_body};

const TIMEOUT: Duration = Duration::from_secs(3);
/// The maximum size of a file in bytes.
const MAX_BYTES: usize = 8 << 20;
/// How long a built page is used before it is read again, in seconds.
const PAGE_LIFETIME: i64 = 10;

/// The files of a site.
#[derive(Debug)]
pub(super) struct SiteFiles {
    http: Client,
    address: Url,
    pages: Mutex<HashMap<&'static str, (Timestamp, Arc<BuiltPage>)>>,
    bundle: Mutex<Option<(String, Arc<str>)>>,
}

/// Why a file of the site can't be used.
#[derive(Debug, thiserror::Error)]
pub enum SiteFileError {
    /// The address of the site is not a URL.
    #[error("WAYPOINT_SITE must be an address such as https://waypoint.example")]
    Address,
    /// The HTTP client can't be created.
    #[error("the system's certificates can't be read, so the site can't be trusted")]
    Certificates,
    /// No answer in time, or no connection.
    #[error("the site can't be reached to read {0}")]
    Unreachable(String),
    /// The site has no such file.
    #[error("the site answered {1} for {0}")]
    Status(String, u16),
    /// The file is too large, or not UTF-8.
    #[error("{0} of the site is not a text of at most 8 MB")]
    Unreadable(String),
    /// The built page lacks a part.
    #[error(transparent)]
    Part(#[from] MissingPart),
}

impl SiteFiles {
    pub(super) fn at(address: &str) -> Result<Self, SiteFileError> {
        let address = Url::parse(address).map_err(|_| SiteFileError::Address)?;
        let http = Client::builder()
            .timeout(TIMEOUT)
            .connect_timeout(Duration::from_secs(1))
            .redirect(redirect::Policy::none())
            .build()
            .map_err(|_| SiteFileError::Certificates)?;
        Ok(Self { http, address, pages: Mutex::default(), bundle: Mutex::default() })
    }

    /// Returns a built page, at most a few seconds old. If the site can't be reached, an older one is used.
    pub(super) async fn page(
        &self,
        name: &'static str,
        now: Timestamp,
    ) -> Result<Arc<BuiltPage>, SiteFileError> {
        let known = locked(&self.pages).get(name).cloned();
        let is_new = |read: &Timestamp| now.as_second() - read.as_second() < PAGE_LIFETIME;
        if let Some((_, page)) = known.as_ref().filter(|(read, _)| is_new(read)) {
            return Ok(Arc::clone(page));
        }
        let read = self.read(&format!("unfilled/{name}")).await.and_then(|html| Ok(BuiltPage::read(html)?));
        match (read, known) {
            (Ok(page), _) => {
                let page = Arc::new(page);
                locked(&self.pages).insert(name, (now, Arc::clone(&page)));
                Ok(page)
            }
            (Err(error), Some((_, page))) => {
                tracing::warn!(%error, "a built page could not be read again");
                Ok(page)
            }
            (Err(error), None) => Err(error),
        }
    }

    /// Returns the bundle at a path. Its name is a hash of its content.
    pub(super) async fn bundle(&self, path: &str) -> Result<Arc<str>, SiteFileError> {
        let known = locked(&self.bundle).clone();
        if let Some((_, bundle)) = known.filter(|(known, _)| known == path) {
            return Ok(bundle);
        }
        let bundle: Arc<str> = self.read(path).await?.into();
        *locked(&self.bundle) = Some((path.to_owned(), Arc::clone(&bundle)));
        Ok(bundle)
    }

    async fn read(&self, path: &str) -> Result<String, SiteFileError> {
        let unreachable = || SiteFileError::Unreachable(path.to_owned());
        let unreadable = || SiteFileError::Unreadable(path.to_owned());
        let url = self.address.join(path).map_err(|_| SiteFileError::Address)?;
        let answer = self.http.get(url).send().await.map_err(|_| unreachable())?;
        if answer.status() != StatusCode::OK {
            return Err(SiteFileError::Status(path.to_owned(), answer.status().as_u16()));
        }
        let bytes = bounded_body(answer, MAX_BYTES).await.map_err(|error| match error {
            BodyError::TooLong => unreadable(),
            BodyError::Broken(_) => unreachable(),
        })?;
        String::from_utf8(bytes).map_err(|_| unreadable())
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
