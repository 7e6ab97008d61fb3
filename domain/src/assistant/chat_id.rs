//! The id of a chat.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// The longest id of a chat, in characters: one of a service with at most 128, and what binds it to a session.
const LONGEST: usize = 160;

/// By which an assistant knows a chat: letters, digits, `-`, `_`, `.` and `:`, at most 160 of them. Whoever has it
/// can go on with the chat, so that no log gets it: its `Debug` prints `***`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ChatId(String);

/// The text is no id of a chat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not the id of a chat; leave it out to begin a new one")]
pub struct InvalidChatId;

impl ChatId {
    /// The id as it crosses the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ChatId {
    type Err = InvalidChatId;

    fn from_str(text: &str) -> Result<Self, InvalidChatId> {
        let fits = |c: char| c.is_ascii_alphanumeric() || "-_.:".contains(c);
        if text.is_empty() || text.len() > LONGEST || !text.chars().all(fits) {
            return Err(InvalidChatId);
        }
        Ok(Self(text.to_owned()))
    }
}

impl TryFrom<String> for ChatId {
    type Error = InvalidChatId;

    fn try_from(text: String) -> Result<Self, InvalidChatId> {
        text.parse()
    }
}

impl From<ChatId> for String {
    fn from(id: ChatId) -> Self {
        id.0
    }
}

impl fmt::Debug for ChatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_short_and_plain_and_never_printed() {
        let id: ChatId = "chat_8a:1.2-B".parse().unwrap();
        assert_eq!((id.as_str(), format!("{id:?}").as_str()), ("chat_8a:1.2-B", "***"));
        for text in ["", "a b", "a/b", "ä", "a\nb", "\u{202e}", &"a".repeat(161)] {
            assert_eq!(text.parse::<ChatId>(), Err(InvalidChatId), "{text}");
        }
    }
}
