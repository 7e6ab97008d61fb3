//! The study team's portal, which receives each sign-up as a signed message.

use std::{sync::Arc, time::Duration};

use jiff::Timestamp;
use reqwest::{Client, StatusCode, Url, header, redirect};
use waypoint_domain::{delivery::Failure, personal::Personal};

use crate::signed_message::{ID, InvalidSigningKey, SIGNATURE, SigningKey, TIMESTAMP};

/// The timeout of the portal's response.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The timeout including the connection.
pub const SEND_TIMEOUT: Duration = Duration::from_secs(12);

/// The receiver of sign-ups.
#[derive(Debug, Clone, Default)]
pub enum PortalService {
    /// No portal is configured. Messages wait in the outbox.
    #[default]
    Off,
    /// A portal.
    Webhook(Arc<Portal>),
}

/// The portal's address and the key that signs messages.
#[derive(Debug, Clone)]
pub struct Portal {
    http: Client,
    address: Url,
    key: SigningKey,
}

/// A message to the portal.
#[derive(Debug, Clone)]
pub struct PortalMessage {
    /// An id that is the same each time the message is sent.
    pub id: String,
    /// The JSON body.
    pub body: Personal<String>,
}

/// Why the portal's configuration is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPortal {
    /// The address is not safe for personal values.
    #[error("WAYPOINT_PORTAL must be an address that begins with https://")]
    Address,
    /// The key is invalid.
    #[error("WAYPOINT_PORTAL_KEY {0}")]
    Key(#[from] InvalidSigningKey),
    /// The HTTP client can't be created.
    #[error("the system's certificates can't be read, so no portal can be trusted")]
    Certificates,
}

/// Why a message was not accepted. Contains nothing from the message or the portal's response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PortalFailure {
    /// No answer in time, or no connection.
    #[error("the portal can't be reached or does not answer in time; check WAYPOINT_PORTAL and the network")]
    Unreachable,
    /// The portal can't accept the message now or rejects the credentials. The message is kept until this is fixed.
    #[error(
        "the portal did not accept the message ({0}); check WAYPOINT_PORTAL, and WAYPOINT_PORTAL_KEY on both sides"
    )]
    Busy(u16),
    /// The portal will never accept this message.
    #[error("the portal permanently rejected the message ({0})")]
    Refused(u16),
}

impl PortalFailure {
    /// Returns whether a retry may help.
    #[must_use]
    pub fn kind(self) -> Failure {
        match self {
            Self::Unreachable | Self::Busy(_) => Failure::Transient,
            Self::Refused(_) => Failure::Permanent,
        }
    }
}

impl Portal {
    /// Creates a client of the portal at this address, with this signing key.
    pub fn new(address: &str, key: &str) -> Result<Self, InvalidPortal> {
        let address = Url::parse(address).map_err(|_| InvalidPortal::Address)?;
        let is_local = matches!(address.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        if address.scheme() != "https" && !(address.scheme() == "http" && is_local) {
            return Err(InvalidPortal::Address);
        }
        let http = Client::builder()
            .timeout(TIMEOUT)
            .connect_timeout(Duration::from_secs(2))
            .redirect(redirect::Policy::none())
            .build()
            .map_err(|_| InvalidPortal::Certificates)?;
        Ok(Self { http, address, key: SigningKey::read(key)? })
    }

    /// Sends a message. If the response is lost, an accepted message may be sent again.
    pub async fn send(&self, notice: &PortalMessage, now: Timestamp) -> Result<(), PortalFailure> {
        let (seconds, body) = (now.as_second(), notice.body.reveal());
        let request = self
            .http
            .post(self.address.clone())
            .header(header::CONTENT_TYPE, "application/json")
            .header(ID, &notice.id)
            .header(TIMESTAMP, seconds)
            .header(SIGNATURE, self.key.sign(&notice.id, seconds, body.as_bytes()))
            .body(body.clone());
        let status = request.send().await.map_err(|_| PortalFailure::Unreachable)?.status();
        match status {
            status if status.is_success() => Ok(()),
            StatusCode::BAD_REQUEST | StatusCode::PAYLOAD_TOO_LARGE | StatusCode::UNPROCESSABLE_ENTITY => {
                Err(PortalFailure::Refused(status.as_u16()))
            }
            status => Err(PortalFailure::Busy(status.as_u16())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    #[test]
    fn portal_address_must_use_tls_or_be_local() {
        for (address, is_fine) in [
            ("https://portal.example/hook", true),
            ("http://127.0.0.1:4000/hook", true),
            ("http://localhost/hook", true),
            ("http://portal.example/hook", false),
            ("ftp://127.0.0.1/hook", false),
            ("portal.example", false),
            ("", false),
        ] {
            assert_eq!(Portal::new(address, KEY).is_ok(), is_fine, "{address}");
        }
        assert!(matches!(Portal::new("https://portal.example", "short"), Err(InvalidPortal::Key(_))));
    }
}
