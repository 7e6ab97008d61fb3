//! The credentials for a browser's session: the session token in the cookie, and the id of the calling page.

use std::{fmt, str::FromStr};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

/// 256 random bits that open a browser session. The store holds only their hash.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionToken([u8; 32]);

/// The text is not a session token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a session token")]
pub struct InvalidSessionToken;

impl SessionToken {
    /// The length of a token in bytes.
    pub(crate) const BYTES: usize = 32;

    /// Returns a new random token.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bits = [0; Self::BYTES];
        getrandom::fill(&mut bits)?;
        Ok(Self(bits))
    }

    /// Creates a token from its bytes.
    pub(crate) const fn from_bytes(bits: [u8; Self::BYTES]) -> Self {
        Self(bits)
    }

    /// Returns the value of the cookie.
    #[must_use]
    pub fn to_text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// Returns the hash that identifies the token in the store.
    #[must_use]
    pub fn hash(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(self.0))
    }

    /// Returns the token's bytes, to derive keys that the store doesn't have.
    pub(crate) const fn secret(&self) -> &[u8; Self::BYTES] {
        &self.0
    }
}

impl FromStr for SessionToken {
    type Err = InvalidSessionToken;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| InvalidSessionToken)?;
        bytes.try_into().map(Self).map_err(|_| InvalidSessionToken)
    }
}

impl fmt::Debug for SessionToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// The hash of a random id that a page creates and keeps in memory only. People who used the browser before the page
/// loaded don't know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageId(String);

impl PageId {
    /// The allowed lengths of an id, in characters.
    const LENGTHS: std::ops::RangeInclusive<usize> = 16..=64;

    /// Parses the id that a page sent. Returns `None` when it is too short to be random or not visible ASCII.
    #[must_use]
    pub fn parse(sent: &str) -> Option<Self> {
        let is_id = Self::LENGTHS.contains(&sent.len()) && sent.bytes().all(|byte| byte.is_ascii_graphic());
        is_id.then(|| Self(URL_SAFE_NO_PAD.encode(Sha256::digest(sent))))
    }

    /// Restores an id from the result of [`PageId::as_str`].
    pub(crate) fn from_hash(hash: &str) -> Self {
        Self(hash.to_owned())
    }

    /// Returns the hash.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_round_trips_and_is_not_in_hash_or_debug() {
        let token = SessionToken::random().unwrap();
        let text = token.to_text();
        assert!(text.parse::<SessionToken>().unwrap() == token);
        assert_ne!(token.hash(), text);
        assert_eq!(format!("{token:?}"), "***");
    }

    #[test]
    fn token_must_have_32_bytes() {
        for text in ["", "abc", &"A".repeat(42), &"A".repeat(44), "ü"] {
            assert!(text.parse::<SessionToken>().is_err(), "{text}");
        }
    }

    #[test]
    fn page_id_must_be_long_enough_to_be_random() {
        for (sent, is_id) in [("short", false), ("0123456789abcdef", true), ("0123456789 abcdef", false)] {
            assert_eq!(PageId::parse(sent).is_some(), is_id, "{sent}");
        }
        assert_eq!(PageId::parse(&"a".repeat(65)), None);
    }
}
