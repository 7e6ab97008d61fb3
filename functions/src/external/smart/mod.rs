//! Health systems, by SMART App Launch 2.2: standalone launch of a patient, as a public client with PKCE.
//!
//! 1. [`discovery`]: what a system says of itself
//! 2. [`pkce`], [`authorization`]: the address at which the patient signs in there
//! 3. [`answer`]: what the patient's browser brings back
//! 4. [`token`]: the code for a token, which is dropped when the records are read
//! 5. [`reading`], [`gathering`]: the records, page by page

mod answer;
mod authorization;
mod discovery;
mod failure;
mod gathering;
mod pkce;
mod reading;
mod token;

use std::time::Duration;

use reqwest::{Response, header};
use url::Url;

use super::{
    bounded_body::{NoBody, bounded_body},
    outside::{NotPublic, OutsideClient, Reach},
};

pub use answer::{Answer, InvalidAnswer};
pub use authorization::{Asked, scopes};
pub use discovery::Configuration;
pub use failure::SmartFailure;
pub use pkce::Verifier;
pub use reading::Read;
pub use token::{Access, Exchanged};

/// How long one call may take.
const TIMEOUT: Duration = Duration::from_secs(8);
/// How long a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// How long reading all records may take, while somebody waits.
const READING: Duration = Duration::from_secs(20);
/// The most bytes of an answer that is no page of records.
const MOST_BYTES: usize = 64 * 1024;

/// Us, as health systems know us.
#[derive(Debug, Clone)]
pub struct SmartClient {
    http: OutsideClient,
    reach: Reach,
    client_id: String,
    redirect: Url,
    reading: Duration,
}

/// The client can't be made.
#[derive(Debug, thiserror::Error)]
pub enum InvalidClient {
    /// The address to which patients come back is none.
    #[error("WAYPOINT_SITE is no address of a site: '{0}'")]
    Site(String),
    /// The system's certificates can't be read.
    #[error("no connections can be made: {0}")]
    Http(#[from] reqwest::Error),
}

impl SmartClient {
    /// The client of this id, which asks only systems within reach; patients come back to `/backend/emr/callback` of the
    /// site.
    pub fn new(client_id: impl Into<String>, site: &str, reach: Reach) -> Result<Self, InvalidClient> {
        let redirect = Url::parse(site).and_then(|site| site.join("/backend/emr/callback"));
        let redirect = redirect.map_err(|_| InvalidClient::Site(site.to_owned()))?;
        let http = OutsideClient::new(reach, TIMEOUT, CONNECT_TIMEOUT, plain())?;
        Ok(Self { http, reach, client_id: client_id.into(), redirect, reading: READING })
    }

    /// The same client with another time for reading all records.
    #[must_use]
    pub fn with_time_for_reading(self, reading: Duration) -> Self {
        Self { reading, ..self }
    }

    /// What the system at this address says of itself.
    pub async fn discover(&self, base: &Url) -> Result<Configuration, SmartFailure> {
        let at = below(base, ".well-known/smart-configuration");
        let answer = self.http.get(at)?.header(header::ACCEPT, "application/json").send().await?;
        let told = Configuration::read(&successful(answer).await?, base)?;
        // The patient's browser is led to the one, and we ask the other.
        let is_in_reach = [&told.authorization, &told.token].iter().all(|at| self.reach.allows_host_of(at));
        if is_in_reach { Ok(told) } else { Err(NotPublic.into()) }
    }
}

/// Without this, a server may send an answer packed in whatever way it likes (RFC 9110, 12.5.3).
fn plain() -> header::HeaderMap {
    [(header::ACCEPT_ENCODING, header::HeaderValue::from_static("identity"))].into_iter().collect()
}

/// An address below that of a system, which may or may not end in a slash.
fn below(base: &Url, path: &str) -> Url {
    let mut at = base.clone();
    at.set_path(&format!("{}/{path}", base.path().trim_end_matches('/')));
    at
}

/// The body of an answer that says yes.
async fn successful(answer: Response) -> Result<Vec<u8>, SmartFailure> {
    if !answer.status().is_success() {
        return Err(SmartFailure::Status(answer.status().as_u16()));
    }
    bounded_body(answer, MOST_BYTES).await.map_err(SmartFailure::from)
}

impl From<NoBody> for SmartFailure {
    fn from(no_body: NoBody) -> Self {
        match no_body {
            NoBody::Broken(error) => error.into(),
            NoBody::TooLong => Self::TooMuch,
        }
    }
}
