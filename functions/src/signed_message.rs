//! Signed messages between servers, as defined by Standard Webhooks: an id, a time in seconds, and an HMAC of both with
//! the body.

use std::time::Duration;

use base64::{Engine, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use http::{HeaderMap, HeaderName};
use jiff::Timestamp;
use sha2::Sha256;
use waypoint_domain::personal::Personal;

use crate::secret::constant_time_eq;

/// The header with the id, which is the same each time a message is sent.
pub const ID: HeaderName = HeaderName::from_static("webhook-id");
/// The header with the sending time, in seconds since 1970.
pub const TIMESTAMP: HeaderName = HeaderName::from_static("webhook-timestamp");
/// The header with the signatures, separated by spaces.
pub const SIGNATURE: HeaderName = HeaderName::from_static("webhook-signature");

/// The allowed difference between a message's time and the current time.
pub const TOLERANCE: Duration = Duration::from_mins(5);
/// The minimum length of a key in bytes.
const MIN_KEY_BYTES: usize = 24;
/// The maximum length of an id.
const MAX_ID_LENGTH: usize = 128;
const KEY_PREFIX: &str = "whsec_";
const VERSION: &str = "v1,";

/// A key shared by both servers, plus the former key during a rotation. Messages are signed with both, and either
/// verifies them.
#[derive(Debug, Clone)]
pub struct SigningKey(Personal<Vec<Vec<u8>>>);

/// The text is not a valid key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "must be `whsec_` and at least 24 random bytes in base64, or several such keys with spaces between them; make one \
     with `echo whsec_$(openssl rand -base64 32)`"
)]
pub struct InvalidSigningKey;

/// Why a message is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// A header is missing or invalid.
    #[error("webhook-id, webhook-timestamp or webhook-signature is missing or can't be read")]
    Incomplete,
    /// The time differs too much from the current time.
    #[error("webhook-timestamp is more than five minutes from the time here")]
    OutOfTime,
    /// No signature is valid.
    #[error("no signature of webhook-signature is right")]
    WrongSignature,
}

impl SigningKey {
    /// Parses a key, such as `whsec_` followed by base64, or several separated by spaces, the current key first.
    pub fn read(text: &str) -> Result<Self, InvalidSigningKey> {
        let key = |text: &str| {
            let key = STANDARD.decode(text.strip_prefix(KEY_PREFIX).ok_or(InvalidSigningKey)?);
            key.ok().filter(|key| key.len() >= MIN_KEY_BYTES).ok_or(InvalidSigningKey)
        };
        let keys = text.split_whitespace().map(key).collect::<Result<Vec<_>, _>>()?;
        if keys.is_empty() { Err(InvalidSigningKey) } else { Ok(Self(Personal::new(keys))) }
    }

    /// Returns the signatures of a message, separated by spaces.
    #[must_use]
    pub fn sign(&self, id: &str, seconds: i64, body: &[u8]) -> String {
        self.signatures(id, seconds, body).collect::<Vec<_>>().join(" ")
    }

    /// Returns one signature for each key.
    fn signatures(&self, id: &str, seconds: i64, body: &[u8]) -> impl Iterator<Item = String> {
        self.0.reveal().iter().map(move |key| {
            // HMAC accepts a key of any length, so this can't fail.
            let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return String::new() };
            mac.update(format!("{id}.{seconds}.").as_bytes());
            mac.update(body);
            format!("{VERSION}{}", STANDARD.encode(mac.finalize().into_bytes()))
        })
    }

    /// Verifies that a holder of the key just sent this message, and returns its id.
    pub fn verify(&self, headers: &HeaderMap, body: &[u8], now: Timestamp) -> Result<String, MessageError> {
        let text =
            |name| headers.get(name).and_then(|value| value.to_str().ok()).ok_or(MessageError::Incomplete);
        let (id, signatures) = (text(ID)?, text(SIGNATURE)?);
        let seconds: i64 = text(TIMESTAMP)?.parse().map_err(|_| MessageError::Incomplete)?;
        if id.is_empty() || id.len() > MAX_ID_LENGTH {
            return Err(MessageError::Incomplete);
        }
        if seconds.abs_diff(now.as_second()) > TOLERANCE.as_secs() {
            return Err(MessageError::OutOfTime);
        }
        let is_right = self
            .signatures(id, seconds, body)
            .any(|right| signatures.split(' ').any(|given| constant_time_eq(given, &right)));
        if is_right { Ok(id.to_owned()) } else { Err(MessageError::WrongSignature) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    fn message(id: &str, seconds: &str, signature: &str) -> HeaderMap {
        let pairs = [(ID, id), (TIMESTAMP, seconds), (SIGNATURE, signature)];
        pairs.into_iter().map(|(name, value)| (name, value.parse().unwrap())).collect()
    }

    /// The example from the Standard Webhooks specification.
    #[test]
    fn signature_matches_standard_webhooks_example() {
        let key = SigningKey::read(KEY).unwrap();
        let body = br#"{"test": 2432232314}"#;
        assert_eq!(
            key.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        );
    }

    #[test]
    fn only_recent_messages_with_a_valid_signature_verify() {
        let key = SigningKey::read(KEY).unwrap();
        let now: Timestamp = "2026-11-22T10:00:00Z".parse().unwrap();
        let at = now.as_second();
        let right = key.sign("a", at, b"body");
        let believed = |headers: &HeaderMap, body: &[u8]| key.verify(headers, body, now);
        let seconds = at.to_string();
        assert_eq!(believed(&message("a", &seconds, &right), b"body"), Ok("a".to_owned()));
        assert_eq!(believed(&message("a", &seconds, &format!("v1,x {right}")), b"body"), Ok("a".to_owned()));
        let wrong = Err(MessageError::WrongSignature);
        assert_eq!(believed(&message("b", &seconds, &right), b"body"), wrong);
        assert_eq!(believed(&message("a", &seconds, &right), b"bodies"), wrong);
        assert_eq!(believed(&message("a", &(at + 1).to_string(), &right), b"body"), wrong);
        assert_eq!(believed(&message("a", &seconds, ""), b"body"), wrong);
        for late in [at - 301, at + 301] {
            let signature = key.sign("a", late, b"body");
            let headers = message("a", &late.to_string(), &signature);
            assert_eq!(believed(&headers, b"body"), Err(MessageError::OutOfTime));
        }
        let incomplete = Err(MessageError::Incomplete);
        assert_eq!(believed(&HeaderMap::new(), b"body"), incomplete);
        assert_eq!(believed(&message("", &seconds, &right), b"body"), incomplete);
        assert_eq!(believed(&message("a", "now", &right), b"body"), incomplete);
    }

    #[test]
    fn during_rotation_both_keys_sign_and_either_verifies() {
        const NEW: &str = "whsec_c2VjcmV0IG9mIHRoaXJ0eSBieXRlcyBhdCBsZWFzdA==";
        let now: Timestamp = "2026-11-22T10:00:00Z".parse().unwrap();
        let [old, new] = [KEY, NEW].map(|key| SigningKey::read(key).unwrap());
        let both = SigningKey::read(&format!("{NEW} {KEY}")).unwrap();
        let seconds = now.as_second().to_string();
        let is_believed = |by: &SigningKey, signed_with: &SigningKey| {
            let signatures = signed_with.sign("a", now.as_second(), b"body");
            by.verify(&message("a", &seconds, &signatures), b"body", now).is_ok()
        };
        // Messages to a portal before and after it changes its key, and from the portal.
        for other in [&old, &new] {
            assert!(is_believed(other, &both) && is_believed(&both, other));
        }
        assert!(!is_believed(&new, &old) && !is_believed(&old, &new));
    }

    #[test]
    fn short_key_is_rejected_and_debug_hides_keys() {
        for text in [
            "",
            "  ",
            &format!("{KEY} whsec_c2hvcnQ="),
            "secret",
            "whsec_",
            "whsec_c2hvcnQ=",
            "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        ] {
            assert!(SigningKey::read(text).is_err(), "{text}");
        }
        assert_eq!(format!("{:?}", SigningKey::read(KEY).unwrap()), "SigningKey(***)");
    }
}
