//! The study team's service portal, which gets each sign-up as a signed message of its own.

use std::{sync::Arc, time::Duration};

use jiff::Timestamp;
use reqwest::{Client, StatusCode, Url, header, redirect};
use waypoint_domain::{delivery::Failure, personal::Personal};

use crate::signed_message::{ID, InvalidSigningKey, SIGNATURE, SigningKey, TIMESTAMP};

/// How long the portal may take to say that it has a message.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The same with what a connection takes.
pub const LONGEST: Duration = Duration::from_secs(12);

/// Who gets sign-ups.
#[derive(Debug, Clone, Default)]
pub enum PortalService {
    /// Nobody: no portal is set. Messages wait.
    #[default]
    Off,
    /// A portal.
    Webhook(Arc<Portal>),
}

/// Where messages go, and the key that signs them.
#[derive(Debug, Clone)]
pub struct Portal {
    http: Client,
    address: Url,
    key: SigningKey,
}

/// A message, as the portal reads it.
#[derive(Debug, Clone)]
pub struct Notice {
    /// A name that is the same for each sending of one message.
    pub id: String,
    /// JSON.
    pub body: Personal<String>,
}

/// Why nothing can be handed over at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPortal {
    /// Not an address that personal values may go to.
    #[error("WAYPOINT_PORTAL must be an address that begins with https://")]
    Address,
    /// Not a key.
    #[error("WAYPOINT_PORTAL_KEY {0}")]
    Key(#[from] InvalidSigningKey),
    /// No client.
    #[error("the system's certificates can't be read, so no portal can be trusted")]
    Certificates,
}

/// Why a message was not taken. Carries nothing of the message, nor of the portal's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PortalFailure {
    /// No answer in time, or no connection.
    #[error("the portal can't be reached, or does not answer in time; check WAYPOINT_PORTAL and the network")]
    Unreachable,
    /// It can't take the message now, or does not know us, which can be mended without losing the message.
    #[error(
        "the portal did not take the message ({0}); check WAYPOINT_PORTAL, and WAYPOINT_PORTAL_KEY on both sides"
    )]
    NotNow(u16),
    /// It will never take this message.
    #[error("the portal refuses the message for good ({0})")]
    Refused(u16),
}

impl PortalFailure {
    /// Whether another try may help.
    #[must_use]
    pub fn kind(self) -> Failure {
        match self {
            Self::Unreachable | Self::NotNow(_) => Failure::Passing,
            Self::Refused(_) => Failure::Final,
        }
    }
}

impl Portal {
    /// The portal at this address, for messages signed with this key.
    pub fn new(address: &str, key: &str) -> Result<Self, InvalidPortal> {
        let address = Url::parse(address).map_err(|_| InvalidPortal::Address)?;
        let is_here = matches!(address.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
        if address.scheme() != "https" && !(address.scheme() == "http" && is_here) {
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

    /// Hands a message over. One that was taken may come twice when the answer is lost.
    pub async fn send(&self, notice: &Notice, now: Timestamp) -> Result<(), PortalFailure> {
        let (seconds, body) = (now.as_second(), notice.body.reveal());
        let asked = self
            .http
            .post(self.address.clone())
            .header(header::CONTENT_TYPE, "application/json")
            .header(ID, &notice.id)
            .header(TIMESTAMP, seconds)
            .header(SIGNATURE, self.key.sign(&notice.id, seconds, body.as_bytes()))
            .body(body.clone());
        let status = asked.send().await.map_err(|_| PortalFailure::Unreachable)?.status();
        match status {
            status if status.is_success() => Ok(()),
            StatusCode::BAD_REQUEST | StatusCode::PAYLOAD_TOO_LARGE | StatusCode::UNPROCESSABLE_ENTITY => {
                Err(PortalFailure::Refused(status.as_u16()))
            }
            status => Err(PortalFailure::NotNow(status.as_u16())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    #[test]
    fn personal_values_go_over_tls_or_stay_on_this_machine() {
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
