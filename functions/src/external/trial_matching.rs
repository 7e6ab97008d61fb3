//! A trial matching provider with a GraphQL interface. It receives nothing that identifies a person.

use std::time::Duration;

use reqwest::{Client, StatusCode, header};
use serde::Deserialize;
use serde_json::json;
use waypoint_domain::{
    assistant::scrubbed, coordinates::Coordinates, personal::Personal, search_filters::SearchFilters,
    sex::Sex, study_type::StudyType,
};
use waypoint_gazetteer::ZipCode;

use super::bounded_body::{BodyError, bounded_body};
use crate::wire::{MatchedTrial, MatchingAnswer, MatchingData, MatchingError, MatchingRequest};

/// The timeout of an answer, while a visitor waits.
const TIMEOUT: Duration = Duration::from_secs(6);
/// The maximum size of an answer in bytes.
const MAX_BYTES: usize = 4 * 1024 * 1024;
/// The number of matches to request: enough to include five that are recruiting.
const REQUESTED_MATCHES: usize = 30;

const QUERY: &str = "query Matches($first: Int, $conditions: [String], $filters: BaseFilters) {
  baseMatches(first: $first, conditions: $conditions, baseFilters: $filters) {
    edges { node { nctId title description conditions overallStatus studyType phase gender sponsor } }
  }
}";

/// The trial matching service.
#[derive(Debug, Clone, Default)]
pub enum TrialMatching {
    /// Our own engine, over the index of the registry.
    #[default]
    BuiltIn,
    /// An external provider.
    Provider(MatchingProvider),
}

/// A provider and its API key.
#[derive(Debug, Clone)]
pub struct MatchingProvider {
    http: Client,
    address: String,
    key: Personal<String>,
}

/// A question as it leaves this site: text without personal details, validated values, and an area instead of a
/// position.
#[derive(Debug, Clone, PartialEq)]
pub struct ScrubbedQuestion {
    condition: Personal<String>,
    filters: SearchFilters,
    /// A five-digit ZIP code.
    zip_code: Option<ZipCode>,
    area: Option<Coordinates>,
}

impl ScrubbedQuestion {
    /// Scrubs a request as the chat scrubs messages. Invalid ZIP codes and positions are left out.
    #[must_use]
    pub fn new(
        request: &MatchingRequest,
        filters: SearchFilters,
        is_condition: &dyn Fn(&str) -> bool,
    ) -> Self {
        let measured = Coordinates::new(*request.latitude.reveal(), *request.longitude.reveal());
        Self {
            condition: Personal::new(scrubbed(request.message.reveal(), is_condition)),
            filters,
            zip_code: request.zipcode.reveal().trim().parse().ok(),
            area: measured.ok().flatten().map(Coordinates::rounded),
        }
    }
}

/// Why the provider returned no matches. Never contains the request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MatchingFailure {
    /// No answer in time, or no connection.
    #[error("trial matching can't be reached")]
    Unreachable,
    /// An error status.
    #[error("trial matching answered {0}")]
    Status(u16),
    /// An answer that is too long or malformed.
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
    /// Creates a client of the provider at this address.
    pub fn new(address: impl Into<String>, key: impl Into<String>) -> Result<Self, MatchingFailure> {
        let http = Client::builder()
            .timeout(TIMEOUT)
            .connect_timeout(Duration::from_secs(2))
            .build()
            .map_err(|_| MatchingFailure::Unreachable)?;
        Ok(Self { http, address: address.into(), key: Personal::new(key.into()) })
    }

    /// Returns the matching trials, best first. Not retried, because a visitor waits.
    pub async fn matches(&self, question: &ScrubbedQuestion) -> Result<MatchingAnswer, MatchingFailure> {
        let ScrubbedQuestion { condition, filters, zip_code, area } = question;
        let body = json!({ "query": QUERY, "variables": {
            "first": REQUESTED_MATCHES,
            "conditions": [condition.reveal()],
            "filters": {
                "gender": filters.sex.map_or("", Sex::label),
                "zipCode": zip_code.map(|code| code.to_string()).unwrap_or_default(),
                "studyType": filters.kind.as_ref().map_or("", StudyType::label),
                "latitude": area.map(Coordinates::latitude),
                "longitude": area.map(Coordinates::longitude),
            },
        }});
        let request = self.http.post(&self.address).header(header::ACCEPT, "application/json");
        let request = request.header("x-api-key", self.key.reveal()).json(&body);
        let answer = request.send().await.map_err(|_| MatchingFailure::Unreachable)?;
        if answer.status() != StatusCode::OK {
            return Err(MatchingFailure::Status(answer.status().as_u16()));
        }
        let body: Body = serde_json::from_slice(&bounded_body(answer, MAX_BYTES).await?)
            .map_err(|_| MatchingFailure::Unreadable)?;
        let trials = body.data.unwrap_or_default().base_matches.edges.into_iter().map(|edge| edge.node);
        let error = body.errors.first().map(|error| error.message.clone());
        let trials: Vec<MatchedTrial> = trials.collect();
        Ok(MatchingAnswer { errors: body.errors, error, ..MatchingAnswer::with_trials(trials) })
    }
}

impl From<BodyError> for MatchingFailure {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::Broken(_) => Self::Unreachable,
            BodyError::TooLong => Self::Unreadable,
        }
    }
}
