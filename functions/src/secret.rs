//! One secret of the deployment, and a key of its own for each use made of it.

use std::fmt;

use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The deployment's secret: at least 32 bytes, from the environment.
#[derive(Clone)]
pub struct Secret(Vec<u8>);

/// What a key is for. Keys of two uses have nothing to do with each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Signing captcha challenges.
    CaptchaChallenge,
    /// Signing captcha solutions.
    CaptchaSolution,
    /// Recognizing a mail address.
    EmailGuard,
    /// Counting requests of an address.
    RateLimit,
    /// Recognizing a form that is sent again.
    FormFingerprint,
    /// Recognizing that an address asks for the same news again.
    NewsGuard,
    /// Links that confirm a wish for news.
    ConfirmNews,
    /// Links that stop news.
    StopNews,
    /// Sealing the entries of audit trails.
    AuditTrail,
    /// Sealing receipts.
    Receipt,
    /// Names of messages to the study team's portal.
    NoticeId,
    /// Links that confirm that somebody wants to be forgotten.
    ConfirmDeletion,
    /// Links that lead back to a sign-up.
    Return,
    /// Links that take shared records back.
    TakeRecordsBack,
    /// Records of erasures.
    Erasure,
    /// Counting the mails that are sent because somebody knows a participant's details.
    DeletionMail,
    /// Counting the mails of a kind to an address.
    MailCount,
    /// Names of mails, by which a mail system knows one that came before.
    MailId,
}

/// The secret is too short to be one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the secret must be at least 64 hexadecimal digits; make one with `openssl rand -hex 32`")]
pub struct WeakSecret;

impl Secret {
    /// Reads a secret of at least 64 hexadecimal digits.
    ///
    /// # Errors
    /// When it is shorter or not hexadecimal.
    pub fn from_hex(text: &str) -> Result<Self, WeakSecret> {
        let text = text.trim();
        if text.len() < 64 || text.len() % 2 == 1 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(WeakSecret);
        }
        let byte = |i: usize| u8::from_str_radix(&text[i..i + 2], 16).map_err(|_| WeakSecret);
        (0..text.len()).step_by(2).map(byte).collect::<Result<_, _>>().map(Self)
    }

    /// The key for one use, as hexadecimal digits.
    #[must_use]
    pub fn key(&self, purpose: Use) -> String {
        let mut key = [0u8; 32];
        let label = format!("waypoint:{purpose:?}");
        // 32 bytes is far below the most that HKDF-SHA-256 can give, so this can't fail.
        let _ = Hkdf::<Sha256>::new(None, &self.0).expand(label.as_bytes(), &mut key);
        hex(&key)
    }

    /// A fingerprint of a text that can't be guessed back without the secret.
    #[must_use]
    pub fn fingerprint(&self, purpose: Use, text: &str) -> String {
        let key = self.key(purpose);
        match Hmac::<Sha256>::new_from_slice(key.as_bytes()) {
            Ok(mut mac) => {
                mac.update(text.as_bytes());
                hex(&mac.finalize().into_bytes())
            }
            Err(_) => hex(&Sha256::digest([key.as_bytes(), text.as_bytes()].concat())),
        }
    }
}

/// Whether two texts are the same, in a time that does not tell where they differ.
#[must_use]
pub fn same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

/// Bytes as hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    use fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_use_has_a_key_of_its_own() {
        let secret = Secret::from_hex(&"ab".repeat(32)).unwrap();
        assert_ne!(secret.key(Use::EmailGuard), secret.key(Use::RateLimit));
        assert_ne!(
            secret.fingerprint(Use::EmailGuard, "maria@example.org"),
            secret.fingerprint(Use::RateLimit, "maria@example.org")
        );
    }

    #[test]
    fn a_short_secret_is_refused() {
        for text in ["", "secret", &"a".repeat(63), &"g".repeat(64)] {
            assert!(Secret::from_hex(text).is_err(), "{text}");
        }
    }
}
