//! This site as a client of health systems.

use std::time::Duration;

use reqwest::{Response, header};
use url::Url;

use super::{base_url::below, body::read_body, discovery::Configuration, failure::SmartFailure};
use crate::external::{
    public_client::{AddressNotPublic, PublicClient},
    reach::Reach,
};

/// The timeout of a request.
const TIMEOUT: Duration = Duration::from_secs(8);
/// The timeout of a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// The timeout of reading all records, while a visitor waits.
const READING: Duration = Duration::from_secs(20);
/// The maximum size of an answer that is not a page of records, in bytes.
pub(super) const MAX_BYTES: usize = 64 * 1024;

/// This site's client of health systems.
#[derive(Debug, Clone)]
pub struct SmartClient {
    pub(super) http: PublicClient,
    reach: Reach,
    pub(super) client_id: String,
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
    /// Creates the client with this id, which only contacts systems within reach. Patients return to
    /// `/backend/emr/callback` of the site.
    pub fn new(client_id: impl Into<String>, site: &str, reach: Reach) -> Result<Self, InvalidClient> {
        let redirect = Url::parse(site).and_then(|site| site.join("/backend/emr/callback"));
        let redirect = redirect.map_err(|_| InvalidClient::Site(site.to_owned()))?;
        let http = PublicClient::new(reach, TIMEOUT, CONNECT_TIMEOUT, uncompressed())?;
        Ok(Self { http, reach, client_id: client_id.into(), redirect, reading: READING })
    }

    /// Returns the client with a different timeout for reading all records.
    #[must_use]
    pub fn with_read_timeout(self, reading: Duration) -> Self {
        Self { reading, ..self }
    }

    /// Fetches the configuration of the system at this base URL.
    pub async fn discover(&self, base: &Url) -> Result<Configuration, SmartFailure> {
        let at = below(base, ".well-known/smart-configuration");
        let answer = self.http.get(at)?.header(header::ACCEPT, "application/json").send().await?;
        let configuration = Configuration::read(&successful_body(answer).await?, base)?;
        // The patient's browser goes to the first endpoint, and this server to the second.
        let is_reachable = [&configuration.authorization, &configuration.token]
            .iter()
            .all(|at| self.reach.may_reach_host_of(at));
        if is_reachable { Ok(configuration) } else { Err(AddressNotPublic.into()) }
    }
}

/// Requests uncompressed answers. Without this header, a server may use any encoding (RFC 9110, 12.5.3).
fn uncompressed() -> header::HeaderMap {
    [(header::ACCEPT_ENCODING, header::HeaderValue::from_static("identity"))].into_iter().collect()
}

/// Returns the body of a successful answer.
async fn successful_body(answer: Response) -> Result<Vec<u8>, SmartFailure> {
    if !answer.status().is_success() {
        return Err(SmartFailure::Status(answer.status().as_u16()));
    }
    read_body(answer, MAX_BYTES).await
}
