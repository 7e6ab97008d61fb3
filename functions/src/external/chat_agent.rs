//! The chat assistant: our own, or an agent service with the protocol `{message, chatId}`.

use std::time::Duration;

use jiff::Timestamp;
use reqwest::{Client, StatusCode, header};
use serde::{Deserialize, Serialize};
use waypoint_domain::{
    assistant::{AllowedHosts, ChatId},
    personal::Personal,
};

use super::{
    bounded_body::{BodyError, bounded_body},
    retry_after::retry_after,
};

/// The timeout of an answer, while a visitor waits. An agent takes longer than a search.
const TIMEOUT: Duration = Duration::from_secs(12);
/// The timeout of a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// The pause before the only retry.
const PAUSE: Duration = Duration::from_millis(300);
/// The longest pause that a service may request.
const MAX_PAUSE: Duration = Duration::from_secs(2);
/// The maximum size of an answer in bytes.
const MAX_BYTES: usize = 128 * 1024;
/// The maximum number of messages in an answer.
const MAX_MESSAGES: usize = 10;
/// The maximum length of a message in characters.
const MAX_MESSAGE_CHARS: usize = 4000;

/// The assistant that answers the chat.
#[derive(Debug, Clone, Default)]
pub enum ChatAgent {
    /// The chat is off.
    Off,
    /// Our own assistant, which uses the editors' texts and the search.
    #[default]
    BuiltIn,
    /// An agent service.
    Service(AgentService),
}

/// An agent service, its credentials, and the hosts its answers may link to.
#[derive(Debug, Clone)]
pub struct AgentService {
    http: Client,
    address: String,
    user: String,
    password: Personal<String>,
    hosts: AllowedHosts,
}

/// The answer of an agent service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentReply {
    /// Whether the chat has ended.
    pub has_ended: bool,
    /// The chat's id, if it continues.
    pub chat_id: Option<ChatId>,
    /// The messages, in order.
    pub messages: Vec<AgentMessage>,
}

/// A message of an agent: plain text with allowed links only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentMessage {
    /// The text.
    pub content: String,
    /// The time it was written, in milliseconds since 1970, if the service includes it.
    pub created: Option<i64>,
}

/// Why a service gave no answer. Never contains the request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AgentFailure {
    /// No answer in time, or no connection.
    #[error("the agent service can't be reached; check WAYPOINT_CHAT_SERVICE and the network")]
    Unreachable,
    /// An error status.
    #[error(
        "the agent service answered {0}; check WAYPOINT_CHAT_USER and WAYPOINT_CHAT_PASSWORD if that is 401"
    )]
    Status(u16),
    /// An answer without messages, although the chat continues.
    #[error("the agent service returned no message, although the chat continues")]
    Silent,
    /// An answer that is too long or malformed.
    #[error("the answer of the agent service can't be read")]
    Unreadable,
}

/// Whether a message may be sent again. A message that the service may have accepted is never sent twice.
enum Attempt {
    Failed(AgentFailure),
    Again(Duration, AgentFailure),
}

#[derive(Serialize)]
struct AgentRequest<'a> {
    message: &'a str,
    #[serde(rename = "chatId")]
    chat_id: Option<&'a ChatId>,
}

#[derive(Deserialize)]
struct Body {
    #[serde(default)]
    chat_status: String,
    #[serde(default, rename = "chatId")]
    chat_id: Option<String>,
    #[serde(default)]
    messages: Vec<BodyMessage>,
}

#[derive(Deserialize)]
struct BodyMessage {
    content: String,
    #[serde(default)]
    created_timestamp: Option<i64>,
}

impl AgentService {
    /// Creates a client of the service at this address, with basic authentication.
    pub fn new(
        address: impl Into<String>,
        user: impl Into<String>,
        password: impl Into<String>,
        hosts: AllowedHosts,
    ) -> Result<Self, AgentFailure> {
        let http = Client::builder()
            .timeout(TIMEOUT)
            .connect_timeout(CONNECT_TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|_| AgentFailure::Unreachable)?;
        let password = Personal::new(password.into());
        Ok(Self { http, address: address.into(), user: user.into(), password, hosts })
    }

    /// Returns the agent's answer to a scrubbed message. Retries once when there was no connection, or when the service
    /// rejected the message and requests a short pause.
    pub async fn reply(&self, message: &str, chat: Option<&ChatId>) -> Result<AgentReply, AgentFailure> {
        let request = AgentRequest { message, chat_id: chat };
        match self.send(&request).await {
            Ok(body) => self.read(body),
            Err(Attempt::Failed(failure)) => Err(failure),
            Err(Attempt::Again(pause, _)) => {
                tokio::time::sleep(pause).await;
                match self.send(&request).await {
                    Ok(body) => self.read(body),
                    Err(Attempt::Failed(failure) | Attempt::Again(_, failure)) => Err(failure),
                }
            }
        }
    }

    async fn send(&self, request_body: &AgentRequest<'_>) -> Result<Body, Attempt> {
        let request = self.http.post(&self.address).header(header::ACCEPT, "application/json");
        let request = request.basic_auth(&self.user, Some(self.password.reveal())).json(request_body);
        let answer = request.send().await.map_err(|error| {
            if error.is_connect() {
                Attempt::Again(PAUSE, AgentFailure::Unreachable)
            } else {
                Attempt::Failed(AgentFailure::Unreachable)
            }
        })?;
        let status = answer.status();
        if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            let failure = AgentFailure::Status(status.as_u16());
            return Err(match retry_after(answer.headers(), Timestamp::now()) {
                Some(pause) if pause <= MAX_PAUSE => Attempt::Again(pause, failure),
                _ => Attempt::Failed(failure),
            });
        }
        if !status.is_success() {
            return Err(Attempt::Failed(AgentFailure::Status(status.as_u16())));
        }
        let body = bounded_body(answer, MAX_BYTES).await.map_err(|error| Attempt::Failed(error.into()))?;
        serde_json::from_slice(&body).map_err(|_| Attempt::Failed(AgentFailure::Unreadable))
    }

    fn read(&self, body: Body) -> Result<AgentReply, AgentFailure> {
        let chat_id = body.chat_id.and_then(|id| id.parse().ok());
        let has_ended = body.chat_status == "ended";
        let messages = body.messages.into_iter().map(|message| AgentMessage {
            content: self.displayable(&message.content),
            created: message.created_timestamp,
        });
        let messages = messages.filter(|message| !message.content.trim().is_empty());
        let messages: Vec<AgentMessage> = messages.take(MAX_MESSAGES).collect();
        if messages.is_empty() && !has_ended {
            return Err(AgentFailure::Silent);
        }
        Ok(AgentReply { has_ended, chat_id, messages })
    }

    /// Returns a message for display: truncated, without invisible characters, and with allowed links only.
    fn displayable(&self, content: &str) -> String {
        let is_visible = |c: &char| *c == '\n' || !(c.is_control() || is_direction_control(*c));
        let content: String = content.trim().chars().filter(is_visible).take(MAX_MESSAGE_CHARS).collect();
        self.hosts.keep_in(&content)
    }
}

/// Characters that change the text direction and can disguise an address.
fn is_direction_control(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

impl From<BodyError> for AgentFailure {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::Broken(_) => Self::Unreachable,
            BodyError::TooLong => Self::Unreadable,
        }
    }
}
