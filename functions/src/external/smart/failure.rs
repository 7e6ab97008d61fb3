//! Failures of health systems. They never contain the request or the patient.

use waypoint_domain::medical_record::MissingReason;

use crate::external::public_client::AddressNotPublic;

/// Why a request to a health system failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SmartFailure {
    /// No connection, or a broken one.
    #[error("the health system can't be reached")]
    Unreachable,
    /// No complete answer in time.
    #[error("the health system does not answer in time")]
    Slow,
    /// An error status.
    #[error("the health system answered {0}")]
    Status(u16),
    /// The system can't be used.
    #[error("the health system can't be used: {0}")]
    Unsupported(&'static str),
    /// The configuration is at another address.
    #[error("the health system's configuration has moved to another address")]
    Moved,
    /// The code was rejected.
    #[error("the health system gave no token: {0}")]
    NoToken(String),
    /// This site can't prove its identity to the system.
    #[error("this site can't sign a proof of its identity")]
    NoProof,
    /// The person allowed nothing to be read.
    #[error("the patient allowed no kind of record to be read")]
    NothingPermitted,
    /// The token does not allow reading records.
    #[error("the health system's token can't be used: {0}")]
    TokenUnusable(&'static str),
    /// The token expired or was revoked while records were read.
    #[error("the health system ended the connection while records were read")]
    Ended,
    /// An answer that can't be read.
    #[error("an answer of the health system can't be read")]
    Unreadable,
    /// A search whose next page was already read, or has no URL.
    #[error("a search at the health system leads nowhere or in a circle")]
    InvalidNextPage,
    /// More data than the limits allow.
    #[error("the health system sent more than the limits allow")]
    TooLarge,
    /// Reading everything took too long.
    #[error("reading the records took too long")]
    TimedOut,
}

impl SmartFailure {
    /// Whether trying again is of no use until the system or this site's registration there changes.
    #[must_use]
    pub fn is_permanent(&self) -> bool {
        match self {
            Self::Unsupported(_) | Self::Moved | Self::NoProof => true,
            Self::NoToken(reason) => reason != "invalid_grant" && reason != "no reason",
            _ => false,
        }
    }

    /// Whether a document of the configuration is missing, as older systems lack some.
    pub(super) fn may_be_of_an_older_system(&self) -> bool {
        match self {
            Self::Status(status) => (400..500).contains(status) && ![408, 429].contains(status),
            Self::Unreadable => true,
            _ => false,
        }
    }

    /// Whether the system doesn't know a requested scope.
    #[must_use]
    pub fn is_invalid_scope(&self) -> bool {
        matches!(self, Self::NoToken(reason) if reason == "invalid_scope")
    }

    /// Whether the system doesn't know a search: it may not have the kind, or not the parameters.
    pub(super) fn is_unknown_search(&self) -> bool {
        matches!(self, Self::Status(400 | 404 | 405 | 406 | 410 | 422 | 501))
    }

    /// Whether a search that asks for less may succeed.
    pub(super) fn may_be_of_the_search(&self) -> bool {
        match self {
            Self::Status(401 | 408 | 429) => false,
            Self::Status(status) => *status >= 400,
            Self::Unreadable => true,
            _ => false,
        }
    }

    /// Why the records that a request asks for are missing.
    pub(super) fn missing_reason(&self) -> MissingReason {
        match self {
            Self::Slow | Self::TimedOut => MissingReason::Slow,
            Self::TooLarge => MissingReason::TooMany,
            Self::NothingPermitted => MissingReason::NotPermitted,
            Self::Status(401 | 403) => MissingReason::Refused,
            failure if failure.is_unknown_search() => MissingReason::Refused,
            _ => MissingReason::Failed,
        }
    }
}

impl From<AddressNotPublic> for SmartFailure {
    fn from(_: AddressNotPublic) -> Self {
        Self::Unsupported("its addresses are not on the public internet")
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
    async fn timeout_is_distinguished_from_no_connection() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let request_failure = async || {
            let client = reqwest::Client::new().get(&address).timeout(Duration::from_millis(50));
            SmartFailure::from(client.send().await.unwrap_err())
        };
        assert_eq!(
            request_failure().await,
            SmartFailure::Slow,
            "the server accepts connections but never answers"
        );
        drop(listener);
        assert_eq!(request_failure().await, SmartFailure::Unreachable);
    }
}
