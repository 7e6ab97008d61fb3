//! The client of the public registry, ClinicalTrials.gov API v2, for single studies and pages of studies.

mod pace;

use std::{collections::HashSet, time::Duration};

use jiff::{Timestamp, civil::Date};
use reqwest::{Client, StatusCode};
use serde::Deserialize;
use serde_json::Value;
use waypoint_domain::{nct_id::NctId, registry_study::RegistryStudy};
use waypoint_registry::{ParsedRecord, RejectedRecord, parse_record, parse_study};

use pace::Pace;

use super::{
    bounded_body::{BodyError, bounded_body},
    retry_after::retry_after,
};

/// The registry's own server.
pub const LIVE: &str = "https://clinicaltrials.gov/api/v2";

/// The maximum number of studies per page.
pub const MAX_PAGE_SIZE: usize = 1000;
/// The maximum number of study numbers per request.
pub const MAX_NUMBERS: usize = 100;

/// The timeout of a page of studies.
const PAGE_TIMEOUT: Duration = Duration::from_secs(30);
/// The timeout of a single study, while a visitor waits.
const STUDY_TIMEOUT: Duration = Duration::from_secs(6);
/// The maximum number of tries per request.
const MAX_TRIES: u32 = 6;
/// The first pause before a retry. It doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// The longest pause. If the registry requests a longer one, the next run tries again.
const MAX_PAUSE: Duration = Duration::from_mins(1);
/// The minimum time between requests: the registry allows 50 a minute.
const BETWEEN_REQUESTS: Duration = Duration::from_millis(1200);
/// The maximum size of an answer in bytes.
const MAX_BYTES: usize = 64 * 1024 * 1024;
/// The sections to read of a study. Results are left out, because they are longer than all other sections.
const FIELDS: &str = "ProtocolSection|DerivedSection";

/// A client of the registry. Requests for pages keep to the registry's rate. Callers that request single studies must
/// limit them.
#[derive(Debug, Clone)]
pub struct RegistryClient {
    /// Absent when the client is off.
    http: Option<Client>,
    base: String,
    pace: Pace,
    first_pause: Duration,
}

/// A request with its timeout and tries.
struct Request<'a> {
    address: String,
    query: &'a [(&'a str, &'a str)],
    timeout: Duration,
    tries: u32,
}

/// The studies to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StudySelection<'a> {
    /// All studies.
    All,
    /// Studies changed on this day or later, oldest change first.
    Since(Date),
    /// The studies with these numbers that the registry has.
    Numbers(&'a [NctId]),
}

/// Why a request to the registry failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// No answer in time, or no connection.
    #[error("the registry can't be reached ({0}); check the network, or use the sample")]
    Unreachable(&'static str),
    /// An error status.
    #[error("the registry answered {0}; try again later")]
    Status(u16),
    /// A page that is too long. A smaller page may work.
    #[error("the registry's answer can't be read: it is too long")]
    TooLong,
    /// An answer that doesn't match the API's documentation.
    #[error("the registry's answer can't be read: {0}")]
    Unreadable(&'static str),
}

/// One page of studies.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// The usable studies.
    pub studies: Vec<RegistryStudy>,
    /// The paths of unreadable fields, by study. The studies lack these fields.
    pub unreadable: Vec<(NctId, Vec<String>)>,
    /// The rejected studies with the reasons.
    pub refused: Vec<RejectedRecord>,
    /// The token of the next page; absent on the last.
    pub next: Option<String>,
    /// The total number of studies, if the registry includes it.
    pub total: Option<usize>,
}

impl Page {
    /// Returns the numbers of all studies of the page, including rejected ones.
    #[must_use]
    pub fn numbers(&self) -> Vec<NctId> {
        let used = self.studies.iter().map(|study| study.nct_id.clone());
        let refused = self.refused.iter().filter_map(|refused| refused.record.parse().ok());
        used.chain(refused).collect::<HashSet<_>>().into_iter().collect()
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PageBody {
    studies: Vec<Value>,
    next_page_token: Option<String>,
    total_count: Option<usize>,
}

impl RegistryClient {
    /// Creates a client of the registry at this base URL.
    pub fn new(base: impl Into<String>) -> Result<Self, FetchError> {
        let http = Client::builder()
            .timeout(PAGE_TIMEOUT)
            .connect_timeout(Duration::from_secs(5))
            .user_agent("waypoint-trials")
            .build()
            .map_err(|_| FetchError::Unreachable("no certificates"))?;
        let base = base.into();
        let pace = Pace::new(if base == LIVE { BETWEEN_REQUESTS } else { Duration::ZERO });
        Ok(Self { http: Some(http), base, pace, first_pause: FIRST_PAUSE })
    }

    /// Creates a client that reaches no registry, for functions that look up nothing there.
    #[must_use]
    pub fn off() -> Self {
        Self { http: None, base: String::new(), pace: Pace::new(Duration::ZERO), first_pause: FIRST_PAUSE }
    }

    /// Returns the base URL.
    #[must_use]
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Returns the client with a different first pause between tries.
    #[must_use]
    pub fn with_first_pause(self, first_pause: Duration) -> Self {
        Self { first_pause, ..self }
    }

    /// Returns the study with this number, or `None` when the registry has none.
    pub async fn study(&self, nct_id: &NctId) -> Result<Option<RegistryStudy>, FetchError> {
        let address = format!("{}/studies/{nct_id}", self.base);
        let request = Request { address, query: &[("format", "json")], timeout: STUDY_TIMEOUT, tries: 1 };
        match self.get(&request).await {
            Ok(value) => {
                parse_study(&value).map(Some).map_err(|_| FetchError::Unreadable("the study is incomplete"))
            }
            Err(FetchError::Status(404)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the version of the registry's data, which is the time it was created, or `None` when the registry
    /// doesn't include it.
    pub async fn version(&self) -> Result<Option<String>, FetchError> {
        let address = format!("{}/version", self.base);
        let request = Request { address, query: &[], timeout: PAGE_TIMEOUT, tries: MAX_TRIES };
        match self.get(&request).await {
            Ok(value) => Ok(value.get("dataTimestamp").and_then(Value::as_str).map(str::to_owned)),
            Err(FetchError::Status(404) | FetchError::Unreadable(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns a page of at most `size` studies. The first page has no token.
    pub async fn page(
        &self,
        wanted: StudySelection<'_>,
        token: Option<&str>,
        size: usize,
    ) -> Result<Page, FetchError> {
        let size = size.to_string();
        let mut query = vec![("format", "json"), ("fields", FIELDS), ("pageSize", size.as_str())];
        let filter = match wanted {
            StudySelection::All => String::new(),
            StudySelection::Since(day) => format!("AREA[LastUpdatePostDate]RANGE[{day},MAX]"),
            StudySelection::Numbers(numbers) => {
                numbers.iter().map(NctId::as_str).collect::<Vec<_>>().join(",")
            }
        };
        match wanted {
            StudySelection::All => {}
            StudySelection::Since(_) => {
                query.extend([("query.term", filter.as_str()), ("sort", "LastUpdatePostDate:asc")]);
            }
            StudySelection::Numbers(_) => query.push(("filter.ids", filter.as_str())),
        }
        match token {
            Some(token) => query.push(("pageToken", token)),
            None => query.push(("countTotal", "true")),
        }
        let address = format!("{}/studies", self.base);
        let value =
            self.get(&Request { address, query: &query, timeout: PAGE_TIMEOUT, tries: MAX_TRIES }).await?;
        let body: PageBody = serde_json::from_value(value)
            .map_err(|_| FetchError::Unreadable("it is not a page of studies"))?;
        let (mut studies, mut unreadable, mut refused) = (Vec::new(), Vec::new(), Vec::new());
        for result in body.studies.iter().map(parse_record) {
            match result {
                Ok(ParsedRecord { study, unreadable: paths }) => {
                    if !paths.is_empty() {
                        unreadable.push((study.nct_id.clone(), paths));
                    }
                    studies.push(study);
                }
                Err(reason) => refused.push(reason),
            }
        }
        Ok(Page { studies, unreadable, refused, next: body.next_page_token, total: body.total_count })
    }

    async fn get(&self, request: &Request<'_>) -> Result<Value, FetchError> {
        let mut pause = self.first_pause;
        for tries_left in (0..request.tries).rev() {
            if request.tries > 1 {
                self.pace.wait_for_turn().await;
            }
            let (error, wait) = match self.get_once(request).await {
                Ok(value) => return Ok(value),
                Err(failure) => failure,
            };
            let is_temporary = match error {
                FetchError::Unreachable(_) => true,
                FetchError::Status(code) => code == 429 || code >= 500,
                FetchError::TooLong | FetchError::Unreadable(_) => false,
            };
            let wait = wait.unwrap_or(pause);
            if !is_temporary || tries_left == 0 || wait > MAX_PAUSE {
                return Err(error);
            }
            tokio::time::sleep(wait).await;
            pause = MAX_PAUSE.min(pause * 2);
        }
        Err(FetchError::Unreachable("all tries failed"))
    }

    async fn get_once(&self, request: &Request<'_>) -> Result<Value, (FetchError, Option<Duration>)> {
        let http = self.http.as_ref().ok_or((FetchError::Unreachable("the client is off"), None))?;
        let request = http.get(&request.address).query(request.query).timeout(request.timeout);
        let answer = request.send().await.map_err(|error| (unreachable(&error), None))?;
        if answer.status() != StatusCode::OK {
            let wait = retry_after(answer.headers(), Timestamp::now());
            return Err((FetchError::Status(answer.status().as_u16()), wait));
        }
        let bytes = bounded_body(answer, MAX_BYTES).await.map_err(|error| (error.into(), None))?;
        serde_json::from_slice(&bytes).map_err(|_| (FetchError::Unreadable("it is not JSON"), None))
    }
}

impl From<BodyError> for FetchError {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::Broken(error) => unreachable(&error),
            BodyError::TooLong => Self::TooLong,
        }
    }
}

fn unreachable(error: &reqwest::Error) -> FetchError {
    FetchError::Unreachable(if error.is_timeout() { "no answer in time" } else { "no connection" })
}
