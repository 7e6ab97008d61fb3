//! The root secret of a deployment, and key derivation. Only the deployment tool and the local server derive keys. Functions
//! get only the derived keys.

use std::fmt;

use hkdf::Hkdf;
use sha2::Sha256;

use crate::{
    hex,
    purpose::{Lifetime, Purpose},
};

/// A root secret of at least 32 bytes.
#[derive(Clone)]
pub struct RootSecret(Vec<u8>);

/// The secret is too short or malformed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the secret must be at least 64 hexadecimal digits; make one with `openssl rand -hex 32`")]
pub struct WeakSecret;

impl RootSecret {
    /// Parses a secret of at least 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Result<Self, WeakSecret> {
        let text = text.trim();
        if text.len() < 64 || text.len() % 2 == 1 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(WeakSecret);
        }
        let byte = |i: usize| u8::from_str_radix(&text[i..i + 2], 16).map_err(|_| WeakSecret);
        (0..text.len()).step_by(2).map(byte).collect::<Result<_, _>>().map(Self)
    }

    /// Derives the key of a purpose, as hexadecimal digits.
    #[must_use]
    pub fn key(&self, purpose: Purpose) -> String {
        let mut key = [0u8; 32];
        let label = format!("waypoint:{purpose:?}");
        // 32 bytes is far below the output limit of HKDF-SHA-256, so this can't fail.
        let _ = Hkdf::<Sha256>::new(None, &self.0).expand(label.as_bytes(), &mut key);
        hex(&key)
    }
}

impl fmt::Debug for RootSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// The root secrets of a deployment. Everything new is made with the current one.
#[derive(Debug, Clone)]
pub struct RootSecrets {
    current: RootSecret,
    /// Accepted for every purpose until the overlap of a rotation ends.
    before: Vec<RootSecret>,
    /// Accepted only for purposes with [`Lifetime::Records`].
    former: Vec<RootSecret>,
}

impl RootSecrets {
    /// Parses the current secret, the previous secrets (`before`), and the former ones (`former`).
    ///
    /// Previous secrets are accepted for every purpose, former secrets only for records. Both are lists separated by spaces
    /// and may be empty.
    pub fn parse(current: &str, before: &str, former: &str) -> Result<Self, WeakSecret> {
        let list = |text: &str| text.split_whitespace().map(RootSecret::from_hex).collect::<Result<_, _>>();
        Ok(Self { current: RootSecret::from_hex(current)?, before: list(before)?, former: list(former)? })
    }

    /// Returns the keys of a purpose for a function's environment: the current key and then all accepted ones, separated by
    /// spaces.
    #[must_use]
    pub fn keys(&self, purpose: Purpose) -> String {
        let former: &[RootSecret] = match purpose.lifetime() {
            Lifetime::Overlap => &[],
            Lifetime::Records => &self.former,
        };
        let accepted = [&self.current].into_iter().chain(&self.before).chain(former);
        accepted.map(|secret| secret.key(purpose)).collect::<Vec<_>>().join(" ")
    }
}

impl From<RootSecret> for RootSecrets {
    fn from(current: RootSecret) -> Self {
        Self { current, before: Vec::new(), former: Vec::new() }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    fn secret(byte: &str) -> String {
        byte.repeat(32)
    }

    #[test]
    fn each_purpose_has_its_own_key() {
        let secret = RootSecret::from_hex(&secret("ab")).unwrap();
        let mut keys: Vec<String> = Purpose::ALL.iter().map(|purpose| secret.key(*purpose)).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), Purpose::ALL.len());
    }

    /// Stored fingerprints must stay valid. The expected keys were computed with another implementation of HKDF-SHA-256, from
    /// the root secret and labels such as `waypoint:Return`.
    #[test]
    fn derivation_never_changes() {
        let secret = RootSecret::from_hex(&secret("5a")).unwrap();
        assert_eq!(secret.key(Purpose::Return), RETURN_OF_5A);
        assert_eq!(secret.key(Purpose::EmailGuard), EMAIL_GUARD_OF_5A);
    }

    #[test]
    fn short_secret_is_rejected() {
        for text in ["", "secret", &"a".repeat(63), &"g".repeat(64)] {
            assert!(RootSecret::from_hex(text).is_err(), "{text}");
        }
        assert!(RootSecrets::parse(&secret("5a"), "short", "").is_err());
        assert!(RootSecrets::parse(&secret("5a"), "", "short").is_err());
    }

    #[test]
    fn previous_secrets_are_accepted_for_all_purposes_and_former_ones_for_records() {
        let [one, two, three] = ["5a", "6b", "7c"].map(secret);
        let secrets = RootSecrets::parse(&one, &two, &three).unwrap();
        let key = |text: &str, purpose| RootSecret::from_hex(text).unwrap().key(purpose);
        for purpose in Purpose::ALL.iter().copied() {
            let keys = secrets.keys(purpose);
            let keys: Vec<&str> = keys.split(' ').collect();
            let overlap = [key(&one, purpose), key(&two, purpose)];
            match purpose.lifetime() {
                Lifetime::Overlap => assert_eq!(keys, overlap, "{purpose:?}"),
                Lifetime::Records => {
                    assert_eq!(keys[..2], overlap, "{purpose:?}");
                    assert_eq!(keys[2..], [key(&three, purpose)], "{purpose:?}");
                }
            }
        }
    }

    const RETURN_OF_5A: &str = "6c516b070b795e99b8539f8f5da2e38fc60a0cd33e72a88e14e9fd4ab0ce823e";
    const EMAIL_GUARD_OF_5A: &str = "d5186264729618c240f6f81cd9c1f025f2153ade91807afca6c05fd1573b71b5";
}
