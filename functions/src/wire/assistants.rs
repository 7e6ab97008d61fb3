//! Requests and responses of the chat and the voice assistant.

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::{assistant::ChatId, personal::Personal};

/// A message of the visitor.
#[derive(Debug, Clone, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChatRequest {
    /// The text, at most 2,000 characters.
    #[ts(type = "string")]
    #[schema(value_type = String, pattern = r"[^\s\u0085]", max_length = 2000)]
    pub message: Personal<String>,
    /// The chat to continue. `null` or an empty text starts a new one.
    #[serde(default, rename = "chatId", deserialize_with = "unless_empty")]
    #[ts(type = "string | null")]
    #[schema(value_type = Option<String>, pattern = "^[A-Za-z0-9_.:-]{0,128}$")]
    pub chat_id: Option<ChatId>,
}

/// A text that may be a call for help.
#[derive(Debug, Clone, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UrgentHelpRequest {
    /// The text. If it is longer than the chat accepts, only its beginning and end are read.
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub message: Personal<String>,
}

/// Where to get help in an emergency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct UrgentHelp {
    /// The help in the markup of chat messages; `null` if the text is not a call for help.
    pub help: Option<String>,
}

fn unless_empty<'de, D: Deserializer<'de>>(chat_id: D) -> Result<Option<ChatId>, D::Error> {
    let text: Option<String> = Option::deserialize(chat_id)?;
    let text = text.filter(|text| !text.is_empty());
    text.map(|text| ChatId::try_from(text).map_err(D::Error::custom)).transpose()
}

/// The assistant's answer (D-265).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ChatAnswer {
    /// Whether the chat continues.
    pub chat_status: ChatStatus,
    /// The chat; `null` when it has no id yet or has ended.
    #[serde(rename = "chatId")]
    #[ts(type = "string | null")]
    #[schema(value_type = Option<String>)]
    pub chat_id: Option<ChatId>,
    /// The messages, in display order.
    pub messages: Vec<ChatMessage>,
}

/// Whether a chat continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChatStatus {
    /// The visitor can send another message with the same id.
    Ongoing,
    /// The chat has ended. The next message starts a new one.
    Ended,
}

/// A message of the assistant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ChatMessage {
    /// The id of the message, unique in the chat: 32 hexadecimal digits.
    pub message_id: String,
    /// Plain text; links are written `[words](address)` and lead to this site or an allowed host.
    pub content: String,
    /// The time it was written, in milliseconds since 1970.
    pub created_timestamp: i64,
}

/// The start of a voice call (D-262).
#[derive(Debug, Clone, Serialize, TS, ToSchema)]
pub struct VoiceCallAnswer {
    /// The token; `null` when the voice service returned none.
    pub data: Option<VoiceCallData>,
}

/// The access data of a voice call.
#[derive(Debug, Clone, Serialize, TS, ToSchema)]
pub struct VoiceCallData {
    /// The access token, valid for one call.
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub access_token: Personal<String>,
}
