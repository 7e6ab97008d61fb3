//! What a message of the outbox tells.

use std::str::FromStr;

/// What a message tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Message {
    /// To a participant: the sign-up has arrived.
    SignedUp,
    /// To the owner of an address: somebody used it again.
    AddressUsedAgain,
    /// To whoever owns an address: news go there when it is confirmed.
    ConfirmNews,
    /// To somebody who gets the news already.
    NewsAlready,
    /// News of a study or of a search.
    News,
}

impl Message {
    const ALL: [Self; 5] =
        [Self::SignedUp, Self::AddressUsedAgain, Self::ConfirmNews, Self::NewsAlready, Self::News];

    /// The name under which it is kept.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SignedUp => "signed_up",
            Self::AddressUsedAgain => "address_used_again",
            Self::ConfirmNews => "confirm_news",
            Self::NewsAlready => "news_already",
            Self::News => "news",
        }
    }
}

impl FromStr for Message {
    type Err = UnknownMessage;

    fn from_str(name: &str) -> Result<Self, UnknownMessage> {
        Self::ALL.into_iter().find(|message| message.name() == name).ok_or(UnknownMessage)
    }
}

/// A message of a kind that this release does not write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the message is of a kind that is not known here")]
pub struct UnknownMessage;
