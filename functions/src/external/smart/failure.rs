//! Why a health system gave nothing. What it was asked, and by whom, is no part of it.

/// Why a health system gave nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SmartFailure {
    /// No answer in time, or no connection.
    #[error("the health system can't be reached")]
    Unreachable,
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

impl From<reqwest::Error> for SmartFailure {
    fn from(_: reqwest::Error) -> Self {
        Self::Unreachable
    }
}
