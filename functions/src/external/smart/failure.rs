//! Why a health system gave nothing. What it was asked, and by whom, is no part of it.

use crate::external::outside::NotPublic;

/// Why a health system gave nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SmartFailure {
    /// No connection, or one that broke.
    #[error("the health system can't be reached")]
    Unreachable,
    /// No answer in time, or not the whole of it.
    #[error("the health system does not answer in time")]
    Slow,
    /// An answer that says no.
    #[error("the health system answered {0}")]
    Status(u16),
    /// It is none that we can use.
    #[error("the health system can't be used: {0}")]
    Unfit(&'static str),
    /// The code is none, or not for us.
    #[error("the health system gave no token: {0}")]
    NoToken(String),
    /// What came with the token is not enough to read anything.
    #[error("the health system's token can't be used: {0}")]
    TokenUnfit(&'static str),
    /// The token was not taken any more while the records were read.
    #[error("the health system ended the connection while records were read")]
    Ended,
    /// An answer that can't be read.
    #[error("an answer of the health system can't be read")]
    Unreadable,
    /// A search that leads to another server, or to itself.
    #[error("a search at the health system leads astray")]
    Astray,
    /// More than is taken.
    #[error("the health system sent more than is taken")]
    TooMuch,
    /// Everything together took too long.
    #[error("reading the records took too long")]
    OutOfTime,
}

impl SmartFailure {
    /// Whether the system refuses one kind of resource, which says nothing of the others: it has none of it, or does not let
    /// us read it. What is over in a moment, or ends the connection, is none.
    pub(super) fn is_of_kind(&self) -> bool {
        match self {
            Self::Status(401 | 408 | 429) => false,
            Self::Status(status) => matches!(status, 400..=499 | 501),
            _ => false,
        }
    }

    /// Whether the system failed at what it was asked, which it may not at something else.
    pub(super) fn is_broken_there(&self) -> bool {
        matches!(self, Self::Status(500..=599))
    }
}

impl From<NotPublic> for SmartFailure {
    fn from(_: NotPublic) -> Self {
        Self::Unfit("its addresses are not of the public internet")
    }
}

impl From<reqwest::Error> for SmartFailure {
    fn from(error: reqwest::Error) -> Self {
        if error.is_timeout() { Self::Slow } else { Self::Unreachable }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use std::time::Duration;

    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn an_answer_that_does_not_come_in_time_is_told_from_none_at_all() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let asked = async || {
            let client = reqwest::Client::new().get(&address).timeout(Duration::from_millis(50));
            SmartFailure::from(client.send().await.unwrap_err())
        };
        assert_eq!(asked().await, SmartFailure::Slow, "somebody listens, and says nothing");
        drop(listener);
        assert_eq!(asked().await, SmartFailure::Unreachable);
    }
}
