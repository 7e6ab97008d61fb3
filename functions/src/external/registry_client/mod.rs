//! The public registry, ClinicalTrials.gov API v2: one study, or page after page of many.

mod patience;

use std::{collections::HashSet, time::Duration};

use jiff::{Timestamp, civil::Date};
use reqwest::{Client, StatusCode};
use serde::Deserialize;
use serde_json::Value;
use waypoint_domain::{nct_id::NctId, registry_study::RegistryStudy};
use waypoint_registry::{Refused, study_of};

use patience::Pace;

use super::{
    bounded_body::{NoBody, bounded_body},
    retry_after::asked_to_wait,
};

/// The registry's own server.
pub const LIVE: &str = "https://clinicaltrials.gov/api/v2";

/// The most studies of one page.
pub const MOST_A_PAGE: usize = 1000;
/// How many numbers one request may name.
pub const MOST_NUMBERS: usize = 100;

/// How long a page of studies may take.
const PAGE_TIMEOUT: Duration = Duration::from_secs(30);
/// How long one study may take, while somebody waits for it.
const STUDY_TIMEOUT: Duration = Duration::from_secs(6);
/// How often a request is tried.
const TRIES: u32 = 6;
/// The first pause before another try; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// The longest pause that is made. A registry that asks for a longer one is asked again by the next run.
const LONGEST_PAUSE: Duration = Duration::from_mins(1);
/// The time from one request to the next: the registry allows 50 a minute.
const BETWEEN_REQUESTS: Duration = Duration::from_millis(1200);
/// The most bytes of an answer.
const MOST_BYTES: usize = 64 * 1024 * 1024;
/// What is read of a study; results, which are longer than everything else, are left out.
const FIELDS: &str = "ProtocolSection|DerivedSection";

/// A client of the registry. Pages keep to the registry's rate; who asks for single studies has to count
/// them.
#[derive(Debug, Clone)]
pub struct RegistryClient {
    http: Client,
    base: String,
    pace: Pace,
    first_pause: Duration,
}

/// One request, and how patient to be with it.
struct Ask<'a> {
    address: String,
    query: &'a [(&'a str, &'a str)],
    timeout: Duration,
    tries: u32,
}

/// Which studies are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted<'a> {
    /// All of them.
    All,
    /// Those that were changed on this day or later, the oldest change first.
    Since(Date),
    /// Those of these numbers, as many as the registry has.
    Numbers(&'a [NctId]),
}

/// Why the registry did not give what was asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// No answer in time, or no connection.
    #[error("the registry can't be reached ({0}); check the network, or use the sample")]
    Unreachable(&'static str),
    /// An answer that says no.
    #[error("the registry answered {0}; try again later")]
    Status(u16),
    /// A page that is longer than is read at once; a smaller one may do.
    #[error("the registry's answer can't be read: it is too long")]
    TooLong,
    /// An answer that is not what the interface promises.
    #[error("the registry's answer can't be read: {0}")]
    Unreadable(&'static str),
}

/// One page of studies.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// The studies that can be used.
    pub studies: Vec<RegistryStudy>,
    /// The ones that can't, and why.
    pub refused: Vec<Refused>,
    /// How to ask for the next page; absent on the last.
    pub next: Option<String>,
    /// How many studies all pages have, if the registry says.
    pub total: Option<usize>,
}

impl Page {
    /// The numbers of all studies of the page, also of those that can't be used.
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
    /// A client of the registry at this base address.
    pub fn new(base: impl Into<String>) -> Result<Self, FetchError> {
        let http = Client::builder()
            .timeout(PAGE_TIMEOUT)
            .connect_timeout(Duration::from_secs(5))
            .user_agent("waypoint-trials")
            .build()
            .map_err(|_| FetchError::Unreachable("no certificates"))?;
        let base = base.into();
        let pace = Pace::of(if base == LIVE { BETWEEN_REQUESTS } else { Duration::ZERO });
        Ok(Self { http, base, pace, first_pause: FIRST_PAUSE })
    }

    /// The base address.
    #[must_use]
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The same client with another first pause between tries.
    #[must_use]
    pub fn with_first_pause(self, first_pause: Duration) -> Self {
        Self { first_pause, ..self }
    }

    /// The study of this number; nothing when the registry has none.
    pub async fn study(&self, nct_id: &NctId) -> Result<Option<RegistryStudy>, FetchError> {
        let address = format!("{}/studies/{nct_id}", self.base);
        let ask = Ask { address, query: &[("format", "json")], timeout: STUDY_TIMEOUT, tries: 1 };
        match self.get(&ask).await {
            Ok(value) => {
                study_of(&value).map(Some).map_err(|_| FetchError::Unreadable("the study is incomplete"))
            }
            Err(FetchError::Status(404)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The state of the registry, as it names it: the time at which its data was made. Nothing when it
    /// does not say.
    pub async fn version(&self) -> Result<Option<String>, FetchError> {
        let address = format!("{}/version", self.base);
        let ask = Ask { address, query: &[], timeout: PAGE_TIMEOUT, tries: TRIES };
        match self.get(&ask).await {
            Ok(value) => Ok(value.get("dataTimestamp").and_then(Value::as_str).map(str::to_owned)),
            Err(FetchError::Status(404) | FetchError::Unreadable(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// A page of studies, of at most so many. The first page has no token.
    pub async fn page(
        &self,
        wanted: Wanted<'_>,
        token: Option<&str>,
        size: usize,
    ) -> Result<Page, FetchError> {
        let size = size.to_string();
        let mut query = vec![("format", "json"), ("fields", FIELDS), ("pageSize", size.as_str())];
        let narrowed = match wanted {
            Wanted::All => String::new(),
            Wanted::Since(day) => format!("AREA[LastUpdatePostDate]RANGE[{day},MAX]"),
            Wanted::Numbers(numbers) => numbers.iter().map(NctId::as_str).collect::<Vec<_>>().join(","),
        };
        match wanted {
            Wanted::All => {}
            Wanted::Since(_) => {
                query.extend([("query.term", narrowed.as_str()), ("sort", "LastUpdatePostDate:asc")]);
            }
            Wanted::Numbers(_) => query.push(("filter.ids", narrowed.as_str())),
        }
        match token {
            Some(token) => query.push(("pageToken", token)),
            None => query.push(("countTotal", "true")),
        }
        let address = format!("{}/studies", self.base);
        let value = self.get(&Ask { address, query: &query, timeout: PAGE_TIMEOUT, tries: TRIES }).await?;
        let body: PageBody =
            serde_json::from_value(value).map_err(|_| FetchError::Unreadable("it is no page of studies"))?;
        let (studies, refused) = body.studies.iter().map(study_of).fold(
            (Vec::new(), Vec::new()),
            |(mut studies, mut refused), result| {
                match result {
                    Ok(study) => studies.push(study),
                    Err(reason) => refused.push(reason),
                }
                (studies, refused)
            },
        );
        Ok(Page { studies, refused, next: body.next_page_token, total: body.total_count })
    }

    async fn get(&self, ask: &Ask<'_>) -> Result<Value, FetchError> {
        let mut pause = self.first_pause;
        for left in (0..ask.tries).rev() {
            if ask.tries > 1 {
                self.pace.turn().await;
            }
            let (error, wait) = match self.get_once(ask).await {
                Ok(value) => return Ok(value),
                Err(failure) => failure,
            };
            let passing = match error {
                FetchError::Unreachable(_) => true,
                FetchError::Status(code) => code == 429 || code >= 500,
                FetchError::TooLong | FetchError::Unreadable(_) => false,
            };
            let wait = wait.unwrap_or(pause);
            if !passing || left == 0 || wait > LONGEST_PAUSE {
                return Err(error);
            }
            tokio::time::sleep(wait).await;
            pause = LONGEST_PAUSE.min(pause * 2);
        }
        Err(FetchError::Unreachable("no try was left"))
    }

    async fn get_once(&self, ask: &Ask<'_>) -> Result<Value, (FetchError, Option<Duration>)> {
        let request = self.http.get(&ask.address).query(ask.query).timeout(ask.timeout);
        let answer = request.send().await.map_err(|error| (unreachable(&error), None))?;
        if answer.status() != StatusCode::OK {
            let wait = asked_to_wait(answer.headers(), Timestamp::now());
            return Err((FetchError::Status(answer.status().as_u16()), wait));
        }
        let bytes = bounded_body(answer, MOST_BYTES).await.map_err(|error| (error.into(), None))?;
        serde_json::from_slice(&bytes).map_err(|_| (FetchError::Unreadable("it is no JSON"), None))
    }
}

impl From<NoBody> for FetchError {
    fn from(no_body: NoBody) -> Self {
        match no_body {
            NoBody::Broken(error) => unreachable(&error),
            NoBody::TooLong => Self::TooLong,
        }
    }
}

fn unreachable(error: &reqwest::Error) -> FetchError {
    FetchError::Unreachable(if error.is_timeout() { "no answer in time" } else { "no connection" })
}
