//! Who answers in the chat: our own assistant, or an agent service that speaks `{message, chatId}`.

use std::time::Duration;

use jiff::Timestamp;
use reqwest::{Client, StatusCode, header};
use serde::{Deserialize, Serialize};
use waypoint_domain::{
    assistant::{AllowedHosts, ChatId},
    personal::Personal,
};

use super::{
    bounded_body::{NoBody, bounded_body},
    retry_after::asked_to_wait,
};

/// How long an answer may take, while somebody waits for it. An agent thinks longer than a search.
const TIMEOUT: Duration = Duration::from_secs(12);
/// How long a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// The pause before the one other try.
const PAUSE: Duration = Duration::from_millis(300);
/// The longest pause that a service may ask for.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// The most bytes of an answer.
const MOST_BYTES: usize = 128 * 1024;
/// The most messages of an answer.
const MOST_MESSAGES: usize = 10;
/// The most characters of a message.
const LONGEST_MESSAGE: usize = 4000;

/// Who answers in the chat.
#[derive(Debug, Clone, Default)]
pub enum ChatAgent {
    /// Nobody: the chat is switched off.
    Off,
    /// Our own assistant, from what editors wrote and the search.
    #[default]
    Ours,
    /// An agent service.
    Service(AgentService),
}

/// An agent service, how it knows us, and where its answers may lead.
#[derive(Debug, Clone)]
pub struct AgentService {
    http: Client,
    address: String,
    user: String,
    password: Personal<String>,
    hosts: AllowedHosts,
}

/// What an agent service answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentReply {
    /// Whether the chat is over.
    pub has_ended: bool,
    /// The chat, when it goes on.
    pub chat_id: Option<ChatId>,
    /// The messages, in order.
    pub messages: Vec<AgentMessage>,
}

/// A message of an agent: plain text, with no links but allowed ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentMessage {
    /// The text.
    pub content: String,
    /// When it was written, in milliseconds since 1970, if the service says so.
    pub created: Option<i64>,
}

/// Why a service gave no answer. What it was asked is no part of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AgentFailure {
    /// No answer in time, or no connection.
    #[error("the agent service can't be reached; check WAYPOINT_CHAT_SERVICE and the network")]
    Unreachable,
    /// An answer that says no.
    #[error(
        "the agent service answered {0}; check WAYPOINT_CHAT_USER and WAYPOINT_CHAT_PASSWORD if that is 401"
    )]
    Status(u16),
    /// A chat that goes on without a word.
    #[error("the agent service said nothing, though the chat goes on")]
    Silent,
    /// An answer that is too long, or none of its shape.
    #[error("the answer of the agent service can't be read")]
    Unreadable,
}

/// Whether a text may be sent once more. One that the service may have taken is never sent twice.
enum Attempt {
    Failed(AgentFailure),
    Again(Duration, AgentFailure),
}

#[derive(Serialize)]
struct Asked<'a> {
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
    messages: Vec<Written>,
}

#[derive(Deserialize)]
struct Written {
    content: String,
    #[serde(default)]
    created_timestamp: Option<i64>,
}

impl AgentService {
    /// The service at this address, which knows us by basic authorization.
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

    /// What the agent says to a text that has been scrubbed. Tried once more when there was no connection, or when the
    /// service says that it did not take the text and asks for a short pause.
    pub async fn reply(&self, message: &str, chat: Option<&ChatId>) -> Result<AgentReply, AgentFailure> {
        let asked = Asked { message, chat_id: chat };
        match self.ask(&asked).await {
            Ok(body) => self.read(body),
            Err(Attempt::Failed(failure)) => Err(failure),
            Err(Attempt::Again(pause, _)) => {
                tokio::time::sleep(pause).await;
                match self.ask(&asked).await {
                    Ok(body) => self.read(body),
                    Err(Attempt::Failed(failure) | Attempt::Again(_, failure)) => Err(failure),
                }
            }
        }
    }

    async fn ask(&self, asked: &Asked<'_>) -> Result<Body, Attempt> {
        let request = self.http.post(&self.address).header(header::ACCEPT, "application/json");
        let request = request.basic_auth(&self.user, Some(self.password.reveal())).json(asked);
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
            return Err(match asked_to_wait(answer.headers(), Timestamp::now()) {
                Some(pause) if pause <= LONGEST_PAUSE => Attempt::Again(pause, failure),
                _ => Attempt::Failed(failure),
            });
        }
        if !status.is_success() {
            return Err(Attempt::Failed(AgentFailure::Status(status.as_u16())));
        }
        let body = bounded_body(answer, MOST_BYTES).await.map_err(|error| Attempt::Failed(error.into()))?;
        serde_json::from_slice(&body).map_err(|_| Attempt::Failed(AgentFailure::Unreadable))
    }

    fn read(&self, body: Body) -> Result<AgentReply, AgentFailure> {
        let chat_id = body.chat_id.and_then(|id| id.parse().ok());
        let has_ended = body.chat_status == "ended";
        let messages = body.messages.into_iter().map(|message| AgentMessage {
            content: self.shown(&message.content),
            created: message.created_timestamp,
        });
        let messages = messages.filter(|message| !message.content.trim().is_empty());
        let messages: Vec<AgentMessage> = messages.take(MOST_MESSAGES).collect();
        if messages.is_empty() && !has_ended {
            return Err(AgentFailure::Silent);
        }
        Ok(AgentReply { has_ended, chat_id, messages })
    }

    /// A message as it may be shown: bounded, without signs that can't be seen, and with allowed links alone.
    fn shown(&self, content: &str) -> String {
        let seen = |c: &char| *c == '\n' || !(c.is_control() || is_direction_sign(*c));
        let content: String = content.trim().chars().filter(seen).take(LONGEST_MESSAGE).collect();
        self.hosts.keep_in(&content)
    }
}

/// Signs that turn the direction of a text, and so can make an address look like another.
fn is_direction_sign(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

impl From<NoBody> for AgentFailure {
    fn from(no_body: NoBody) -> Self {
        match no_body {
            NoBody::Broken(_) => Self::Unreachable,
            NoBody::TooLong => Self::Unreadable,
        }
    }
}
