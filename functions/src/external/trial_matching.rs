//! A provider of trial matching that is asked by GraphQL.

use std::time::Duration;

use reqwest::{Client, StatusCode, header};
use serde::Deserialize;
use serde_json::json;
use waypoint_domain::personal::Personal;

use super::bounded_body::{NoBody, bounded_body};
use crate::wire::{MatchedTrial, MatchingAnswer, MatchingData, MatchingError, MatchingRequest};

/// How long an answer may take, while somebody waits for it.
const TIMEOUT: Duration = Duration::from_secs(6);
/// The most bytes of an answer.
const MOST_BYTES: usize = 4 * 1024 * 1024;
/// How many matches are asked for: enough to hold five that recruit.
const MOST_ASKED: usize = 30;

const QUERY: &str = "query Matches($first: Int, $conditions: [String], $filters: BaseFilters) {
  baseMatches(first: $first, conditions: $conditions, baseFilters: $filters) {
    edges { node { nctId title description conditions overallStatus studyType phase gender sponsor } }
  }
}";

/// Who matches people with trials.
#[derive(Debug, Clone, Default)]
pub enum TrialMatching {
    /// Our own engine, over the index of the registry.
    #[default]
    Ours,
    /// Somebody else.
    Provider(MatchingProvider),
}

/// A provider, and the key by which it knows us.
#[derive(Debug, Clone)]
pub struct MatchingProvider {
    http: Client,
    address: String,
    key: Personal<String>,
}

/// Why the provider gave no matches. What it was asked is no part of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MatchingFailure {
    /// No answer in time, or no connection.
    #[error("trial matching can't be reached")]
    Unreachable,
    /// An answer that says no.
    #[error("trial matching answered {0}")]
    Status(u16),
    /// An answer that is too long, or none of its shape.
    #[error("the answer of trial matching can't be read")]
    Unreadable,
}

#[derive(Deserialize)]
struct Body {
    #[serde(default)]
    data: Option<MatchingData>,
    #[serde(default)]
    errors: Vec<MatchingError>,
}

impl MatchingProvider {
    /// The provider at this address.
    ///
    /// # Errors
    /// When the system's certificates can't be read.
    pub fn new(address: impl Into<String>, key: impl Into<String>) -> Result<Self, MatchingFailure> {
        let http = Client::builder()
            .timeout(TIMEOUT)
            .connect_timeout(Duration::from_secs(2))
            .build()
            .map_err(|_| MatchingFailure::Unreachable)?;
        Ok(Self { http, address: address.into(), key: Personal::new(key.into()) })
    }

    /// The trials that match, best first. Asked once: somebody waits.
    ///
    /// # Errors
    /// When the provider does not answer, or not as it should.
    pub async fn matches(&self, request: &MatchingRequest) -> Result<MatchingAnswer, MatchingFailure> {
        let body = json!({ "query": QUERY, "variables": {
            "first": MOST_ASKED,
            "conditions": [request.message.reveal()],
            "filters": {
                "gender": request.gender.reveal(),
                "zipCode": request.zipcode.reveal(),
                "studyType": request.studytype,
                "latitude": request.latitude.reveal(),
                "longitude": request.longitude.reveal(),
            },
        }});
        let asked = self.http.post(&self.address).header(header::ACCEPT, "application/json");
        let asked = asked.header("x-api-key", self.key.reveal()).json(&body);
        let answer = asked.send().await.map_err(|_| MatchingFailure::Unreachable)?;
        if answer.status() != StatusCode::OK {
            return Err(MatchingFailure::Status(answer.status().as_u16()));
        }
        let body: Body = serde_json::from_slice(&bounded_body(answer, MOST_BYTES).await?)
            .map_err(|_| MatchingFailure::Unreadable)?;
        let trials = body.data.unwrap_or_default().base_matches.edges.into_iter().map(|edge| edge.node);
        let error = body.errors.first().map(|error| error.message.clone());
        let trials: Vec<MatchedTrial> = trials.collect();
        Ok(MatchingAnswer { errors: body.errors, error, ..MatchingAnswer::of(trials) })
    }
}

impl From<NoBody> for MatchingFailure {
    fn from(no_body: NoBody) -> Self {
        match no_body {
            NoBody::Broken(_) => Self::Unreachable,
            NoBody::TooLong => Self::Unreadable,
        }
    }
}
