//! A capability: whoever holds its 256 random bits may act for one session or participant.

use std::{fmt, str::FromStr};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

/// 256 random bits. The store keeps only their hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Capability([u8; 32]);

/// The text is no capability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a capability")]
pub struct InvalidCapability;

impl Capability {
    /// A new capability.
    ///
    /// # Errors
    /// When the system has no randomness to give.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bits = [0; 32];
        getrandom::fill(&mut bits)?;
        Ok(Self(bits))
    }

    /// What the cookie carries.
    #[must_use]
    pub fn to_text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// What the store knows it by.
    #[must_use]
    pub fn hash(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(self.0))
    }

    /// The secret itself, to derive a key from that the store does not have.
    #[must_use]
    pub fn secret(&self) -> &[u8; 32] {
        &self.0
    }
}

impl FromStr for Capability {
    type Err = InvalidCapability;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| InvalidCapability)?;
        bytes.try_into().map(Self).map_err(|_| InvalidCapability)
    }
}

impl fmt::Debug for Capability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capability_reads_back_and_its_hash_and_debug_do_not_tell_it() {
        let capability = Capability::random().unwrap();
        let text = capability.to_text();
        assert!(text.parse::<Capability>().unwrap() == capability);
        assert_ne!(capability.hash(), text);
        assert_eq!(format!("{capability:?}"), "***");
    }

    #[test]
    fn anything_but_32_bytes_is_refused() {
        for text in ["", "abc", &"A".repeat(42), &"A".repeat(44), "ü"] {
            assert!(text.parse::<Capability>().is_err(), "{text}");
        }
    }
}
