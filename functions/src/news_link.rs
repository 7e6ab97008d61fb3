//! The links in mails about news. A token is the subscription's number and a proof that we wrote it. It is kept nowhere:
//! the proof is made from the deployment's secret again. Whether the link still works is up to the subscription.

use std::{fmt, str::FromStr};

use crate::secret::{Secret, Use, hex, same};

const DIGITS: usize = 32;

/// The number of a subscription: 128 random bits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SubscriptionId(String);

/// The text is no number of a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not the number of a subscription")]
pub struct InvalidSubscriptionId;

impl SubscriptionId {
    /// A new number.
    ///
    /// # Errors
    /// When the system has no randomness to give.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bits = [0; DIGITS / 2];
        getrandom::fill(&mut bits)?;
        Ok(Self(hex(&bits)))
    }
}

impl FromStr for SubscriptionId {
    type Err = InvalidSubscriptionId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if text.len() == DIGITS && text.bytes().all(is_hex) {
            Ok(Self(text.to_owned()))
        } else {
            Err(InvalidSubscriptionId)
        }
    }
}

impl fmt::Display for SubscriptionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Confirming that the owner of the address wants news.
    Confirm,
    /// Stopping news.
    Stop,
}

impl Purpose {
    fn proof(self, secret: &Secret, id: &SubscriptionId) -> String {
        let purpose = match self {
            Self::Confirm => Use::ConfirmNews,
            Self::Stop => Use::StopNews,
        };
        secret.fingerprint(purpose, &id.0)
    }

    /// The token of a link.
    #[must_use]
    pub fn token(self, secret: &Secret, id: &SubscriptionId) -> String {
        format!("{id}{}", self.proof(secret, id))
    }

    /// The address of a link. The token stands behind `#`, so that no server sees it, and no log.
    #[must_use]
    pub fn address(self, site: &str, secret: &Secret, id: &SubscriptionId) -> String {
        let word = match self {
            Self::Confirm => "confirm",
            Self::Stop => "stop",
        };
        format!("{site}/notify#{word}={}", self.token(secret, id))
    }

    /// The subscription that a token of ours is for.
    #[must_use]
    pub fn read(self, secret: &Secret, token: &str) -> Option<SubscriptionId> {
        let (id, proof) = token.split_at_checked(DIGITS)?;
        let id = id.parse().ok()?;
        same(proof, &self.proof(secret, &id)).then_some(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_opens_its_own_subscription_for_its_own_purpose_only() {
        let secret = Secret::from_hex(&"5a".repeat(32)).unwrap();
        let id = SubscriptionId::random().unwrap();
        let token = Purpose::Confirm.token(&secret, &id);
        assert_eq!(Purpose::Confirm.read(&secret, &token), Some(id.clone()));
        assert_eq!(Purpose::Stop.read(&secret, &token), None);
        let other = Secret::from_hex(&"a5".repeat(32)).unwrap();
        assert_eq!(Purpose::Confirm.read(&other, &token), None);
        let another = SubscriptionId::random().unwrap();
        let forged = format!("{another}{}", &token[DIGITS..]);
        assert_eq!(Purpose::Confirm.read(&secret, &forged), None);
        for text in ["", "abc", "é", &"0".repeat(96), &id.to_string(), &token[..token.len() - 1]] {
            assert_eq!(Purpose::Confirm.read(&secret, text), None, "{text}");
        }
    }

    #[test]
    fn the_token_stands_where_no_server_sees_it() {
        let secret = Secret::from_hex(&"5a".repeat(32)).unwrap();
        let id = SubscriptionId::random().unwrap();
        let address = Purpose::Stop.address("https://waypoint.example", &secret, &id);
        let (before, token) = address.split_once("#stop=").unwrap();
        assert_eq!(before, "https://waypoint.example/notify");
        assert_eq!(Purpose::Stop.read(&secret, token), Some(id));
    }
}
