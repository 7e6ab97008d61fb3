//! Voice calls with an agent, through Retell's `create-web-call`.

use std::{str::FromStr, time::Duration};

use reqwest::{Client, header};
use serde::Deserialize;
use serde_json::json;
use waypoint_domain::personal::Personal;

use super::bounded_body::{BodyError, bounded_body};

/// The service's own server.
pub const LIVE: &str = "https://api.retellai.com";

/// The timeout of an answer, while a visitor waits.
const TIMEOUT: Duration = Duration::from_secs(6);
/// The maximum size of an answer in bytes.
const MAX_BYTES: usize = 64 * 1024;

/// The voice call service.
#[derive(Debug, Clone, Default)]
pub enum VoiceCalls {
    /// No key is configured.
    #[default]
    Off,
    /// An agent of the service.
    Service(VoiceService),
}

/// The service, its API key, and the agent that takes the calls.
#[derive(Debug, Clone)]
pub struct VoiceService {
    http: Client,
    base: String,
    key: Personal<String>,
    agent: String,
    longest: LongestCall,
}

/// The maximum length of a call, enforced by the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LongestCall(Duration);

/// The text is not a valid maximum length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the longest call must be a whole number of minutes from 1 to 120, such as 15")]
pub struct InvalidLongestCall;

impl LongestCall {
    /// Returns the maximum length.
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
            // The service accepts no other values.
            Ok(minutes @ 1..=120) => Ok(Self(Duration::from_mins(minutes))),
            _ => Err(InvalidLongestCall),
        }
    }
}

/// Why no call can start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VoiceFailure {
    /// No answer in time, or no connection.
    #[error("the voice service can't be reached; check WAYPOINT_VOICE_SERVICE and the network")]
    Unreachable,
    /// An error status.
    #[error("the voice service answered {0}; check WAYPOINT_VOICE_KEY and WAYPOINT_VOICE_AGENT")]
    Status(u16),
    /// An answer that is too long or not JSON.
    #[error("the answer of the voice service can't be read")]
    Unreadable,
}

#[derive(Deserialize)]
struct Body {
    #[serde(default)]
    access_token: Option<String>,
}

impl VoiceService {
    /// Creates a client for this agent at the service with this base URL.
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

    /// Returns a token that starts one call, or `None` when the response has none. Not retried, because the service
    /// counts each response as a call. Nothing about the visitor is sent.
    pub async fn access_token(&self) -> Result<Option<Personal<String>>, VoiceFailure> {
        let request = self.http.post(format!("{}/v2/create-web-call", self.base));
        let request = request.header(header::ACCEPT, "application/json").bearer_auth(self.key.reveal());
        let longest = u64::try_from(self.longest.time().as_millis()).unwrap_or(u64::MAX);
        let call = json!({
            "agent_id": self.agent,
            "agent_override": { "agent": { "max_call_duration_ms": longest } },
        });
        let answer = request.json(&call).send().await;
        let answer = answer.map_err(|_| VoiceFailure::Unreachable)?;
        if !answer.status().is_success() {
            return Err(VoiceFailure::Status(answer.status().as_u16()));
        }
        let body: Body = serde_json::from_slice(&bounded_body(answer, MAX_BYTES).await?)
            .map_err(|_| VoiceFailure::Unreadable)?;
        Ok(body.access_token.filter(|token| !token.is_empty()).map(Personal::new))
    }
}

impl From<BodyError> for VoiceFailure {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::Broken(_) => Self::Unreachable,
            BodyError::TooLong => Self::Unreadable,
        }
    }
}
