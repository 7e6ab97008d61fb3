//! Voice calls with an agent: Retell's `create-web-call`.

use std::{str::FromStr, time::Duration};

use reqwest::{Client, header};
use serde::Deserialize;
use serde_json::json;
use waypoint_domain::personal::Personal;

use super::bounded_body::{NoBody, bounded_body};

/// The service's own server.
pub const LIVE: &str = "https://api.retellai.com";

/// How long an answer may take, while somebody waits for it.
const TIMEOUT: Duration = Duration::from_secs(6);
/// The most bytes of an answer.
const MOST_BYTES: usize = 64 * 1024;

/// Who answers voice calls.
#[derive(Debug, Clone, Default)]
pub enum VoiceCalls {
    /// Nobody: no key is set.
    #[default]
    Off,
    /// An agent of the service.
    Service(VoiceService),
}

/// The service, the key by which it knows us, and the agent that talks.
#[derive(Debug, Clone)]
pub struct VoiceService {
    http: Client,
    base: String,
    key: Personal<String>,
    agent: String,
    longest: LongestCall,
}

/// How long a call may be: the service ends it then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LongestCall(Duration);

/// The text is no such time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the longest call must be a whole number of minutes from 1 to 120, such as 15")]
pub struct InvalidLongestCall;

impl LongestCall {
    /// The time.
    #[must_use]
    pub const fn time(self) -> Duration {
        self.0
    }
}

impl Default for LongestCall {
    fn default() -> Self {
        Self(Duration::from_mins(15))
    }
}

impl FromStr for LongestCall {
    type Err = InvalidLongestCall;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim().parse() {
            // The service takes no other times.
            Ok(minutes @ 1..=120) => Ok(Self(Duration::from_mins(minutes))),
            _ => Err(InvalidLongestCall),
        }
    }
}

/// Why no call can begin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VoiceFailure {
    /// No answer in time, or no connection.
    #[error("the voice service can't be reached; check WAYPOINT_VOICE_SERVICE and the network")]
    Unreachable,
    /// An answer that says no.
    #[error("the voice service answered {0}; check WAYPOINT_VOICE_KEY and WAYPOINT_VOICE_AGENT")]
    Status(u16),
    /// An answer that is too long, or no JSON.
    #[error("the answer of the voice service can't be read")]
    Unreadable,
}

#[derive(Deserialize)]
struct Body {
    #[serde(default)]
    access_token: Option<String>,
}

impl VoiceService {
    /// The agent of this id at the service of this base address.
    pub fn new(
        base: impl Into<String>,
        key: impl Into<String>,
        agent: impl Into<String>,
        longest: LongestCall,
    ) -> Result<Self, VoiceFailure> {
        let http = Client::builder()
            .timeout(TIMEOUT)
            .connect_timeout(Duration::from_secs(2))
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|_| VoiceFailure::Unreachable)?;
        Ok(Self { http, base: base.into(), key: Personal::new(key.into()), agent: agent.into(), longest })
    }

    /// A token with which one call can begin; nothing when the answer has none. Asked once: each answer is a call that
    /// the service counts. Nothing of the visitor is sent.
    pub async fn access_token(&self) -> Result<Option<Personal<String>>, VoiceFailure> {
        let asked = self.http.post(format!("{}/v2/create-web-call", self.base));
        let asked = asked.header(header::ACCEPT, "application/json").bearer_auth(self.key.reveal());
        let longest = u64::try_from(self.longest.time().as_millis()).unwrap_or(u64::MAX);
        let of_call = json!({
            "agent_id": self.agent,
            "agent_override": { "agent": { "max_call_duration_ms": longest } },
        });
        let answer = asked.json(&of_call).send().await;
        let answer = answer.map_err(|_| VoiceFailure::Unreachable)?;
        if !answer.status().is_success() {
            return Err(VoiceFailure::Status(answer.status().as_u16()));
        }
        let body: Body = serde_json::from_slice(&bounded_body(answer, MOST_BYTES).await?)
            .map_err(|_| VoiceFailure::Unreadable)?;
        Ok(body.access_token.filter(|token| !token.is_empty()).map(Personal::new))
    }
}

impl From<NoBody> for VoiceFailure {
    fn from(no_body: NoBody) -> Self {
        match no_body {
            NoBody::Broken(_) => Self::Unreachable,
            NoBody::TooLong => Self::Unreadable,
        }
    }
}
