//! This site as a client of health systems.

use std::{sync::Arc, time::Duration};

use jiff::Timestamp;
use reqwest::{Response, StatusCode, header};
use tokio::time::timeout;
use url::Url;

use super::{
    base_url::below, body::read_body, discovery::Configuration, failure::SmartFailure,
    registration::Registration,
};
use crate::external::{
    public_client::{AddressNotPublic, PublicClient},
    reach::Reach,
    retry_after::retry_after,
};

/// The timeout of a request.
const TIMEOUT: Duration = Duration::from_secs(8);
/// The timeout of a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// The timeout of fetching a configuration.
const DISCOVERING: Duration = Duration::from_secs(16);
/// The maximum number of redirects on the way to a configuration.
const MAX_REDIRECTS: usize = 3;
/// The longest pause that a system may request.
pub(super) const MAX_PAUSE: Duration = Duration::from_secs(4);
/// The documents that a system publishes about itself, each with its path, format, and maximum size in bytes.
const CONFIGURATION: (&str, &str, usize) = (".well-known/smart-configuration", "application/json", MAX_BYTES);
const STATEMENT: (&str, &str, usize) = ("metadata", "application/fhir+json", 4 * 1024 * 1024);
/// The timeout of reading all records, while a visitor waits.
const READING: Duration = Duration::from_secs(20);
/// The maximum size of an answer that is not a page of records, in bytes.
pub(super) const MAX_BYTES: usize = 64 * 1024;

/// Names the client in a request for a configuration, which Epic's customers may answer by client.
const EPIC_CLIENT_ID: &str = "Epic-Client-ID";

/// This site's client of health systems.
#[derive(Debug, Clone)]
pub struct SmartClient {
    pub(super) http: PublicClient,
    reach: Reach,
    pub(super) registration: Arc<Registration>,
    pub(super) redirect: Url,
    pub(super) reading: Duration,
}

/// Why the client can't be created.
#[derive(Debug, thiserror::Error)]
pub enum InvalidClient {
    /// The site's URL is invalid.
    #[error("WAYPOINT_SITE is not the URL of a site: '{0}'")]
    Site(String),
    /// The system's certificates can't be read.
    #[error("the client of health systems can't be created: {0}")]
    Http(#[from] reqwest::Error),
}

impl SmartClient {
    /// Creates the client with this registration, which only contacts systems within reach. Patients return to
    /// `/backend/emr/callback` of the site.
    pub fn new(
        registration: impl Into<Arc<Registration>>,
        site: &str,
        reach: Reach,
    ) -> Result<Self, InvalidClient> {
        let redirect = Url::parse(site).and_then(|site| site.join("/backend/emr/callback"));
        let redirect = redirect.map_err(|_| InvalidClient::Site(site.to_owned()))?;
        let http = PublicClient::new(reach, TIMEOUT, CONNECT_TIMEOUT, uncompressed())?;
        Ok(Self { http, reach, registration: registration.into(), redirect, reading: READING })
    }

    /// Returns the same client with another registration.
    #[must_use]
    pub fn with_registration(&self, registration: Arc<Registration>) -> Self {
        Self { registration, ..self.clone() }
    }

    /// Returns the client with a different timeout for reading all records.
    #[must_use]
    pub fn with_read_timeout(self, reading: Duration) -> Self {
        Self { reading, ..self }
    }

    /// Fetches the configuration of the system at this base URL. Systems without one may have the endpoints for sign-in in
    /// their capability statement.
    pub async fn discover(&self, base: &Url) -> Result<Configuration, SmartFailure> {
        let configuration = timeout(DISCOVERING, self.published_configuration(base)).await;
        let mut configuration = configuration.unwrap_or(Err(SmartFailure::Slow))?;
        // The patient's browser goes to the first endpoint, and this server to the others.
        let is_reachable = [&configuration.authorization, &configuration.token]
            .iter()
            .all(|at| self.reach.may_reach_host_of(at));
        configuration.revocation.take_if(|at| !self.reach.may_reach_host_of(at));
        if is_reachable { Ok(configuration) } else { Err(AddressNotPublic.into()) }
    }

    async fn published_configuration(&self, base: &Url) -> Result<Configuration, SmartFailure> {
        let document = self.published(base, CONFIGURATION).await;
        match document.and_then(|document| Configuration::read(&document, base)) {
            Err(failure) if failure.may_be_of_an_older_system() => {
                let statement = self.published(base, STATEMENT).await;
                match statement.and_then(|statement| Configuration::read_statement(&statement, base)) {
                    Err(failure) if failure.may_be_of_an_older_system() => {
                        Err(SmartFailure::Unsupported("it publishes no configuration for sign-in"))
                    }
                    configuration => configuration,
                }
            }
            configuration => configuration,
        }
    }

    /// Fetches a document that a system publishes below its base URL.
    async fn published(
        &self,
        base: &Url,
        (path, format, max_bytes): (&str, &str, usize),
    ) -> Result<Vec<u8>, SmartFailure> {
        let (mut at, mut redirects, mut has_waited) = (below(base, path), 0, false);
        loop {
            let mut request = self.http.get(at.clone())?.header(header::ACCEPT, format);
            if self.registration.says_client_at_discovery {
                request = request.header(EPIC_CLIENT_ID, &self.registration.client_id);
            }
            let answer = request.send().await?;
            let status = answer.status();
            if status.is_success() {
                return read_body(answer, max_bytes).await;
            }
            if status.is_redirection() {
                redirects += 1;
                let next = redirect(&at, &answer).filter(|_| redirects <= MAX_REDIRECTS);
                at = next.ok_or(SmartFailure::Moved)?;
                continue;
            }
            let failure = SmartFailure::Status(status.as_u16());
            let is_busy = [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE].contains(&status);
            let pause = retry_after(answer.headers(), Timestamp::now()).filter(|pause| *pause <= MAX_PAUSE);
            match pause.filter(|_| is_busy && !has_waited) {
                Some(pause) => tokio::time::sleep(pause).await,
                None => return Err(failure),
            }
            has_waited = true;
        }
    }
}

/// Returns where a redirect leads, if it stays at the host and never leaves encryption.
fn redirect(from: &Url, answer: &Response) -> Option<Url> {
    let location = answer.headers().get(header::LOCATION)?.to_str().ok()?;
    let to = from.join(location).ok()?;
    let is_same_host = to.host() == from.host() && to.port_or_known_default() == from.port_or_known_default();
    (is_same_host && to.scheme() == from.scheme()).then_some(to)
}

/// Requests uncompressed answers. Without this header, a server may use any encoding (RFC 9110, 12.5.3).
fn uncompressed() -> header::HeaderMap {
    [(header::ACCEPT_ENCODING, header::HeaderValue::from_static("identity"))].into_iter().collect()
}
