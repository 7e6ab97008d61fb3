//! Messages between servers that are signed by the rules of Standard Webhooks: an id, a time in seconds, and an HMAC of
//! both with the body.

use std::time::Duration;

use base64::{Engine, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use http::{HeaderMap, HeaderName};
use jiff::Timestamp;
use sha2::Sha256;
use waypoint_domain::personal::Personal;

use crate::secret::same;

/// The header with the id, the same for each sending of one message.
pub const ID: HeaderName = HeaderName::from_static("webhook-id");
/// The header with the time of the sending, in seconds since 1970.
pub const TIMESTAMP: HeaderName = HeaderName::from_static("webhook-timestamp");
/// The header with the signatures, with spaces between them.
pub const SIGNATURE: HeaderName = HeaderName::from_static("webhook-signature");

/// How far the time of a message may be from ours.
pub const TOLERANCE: Duration = Duration::from_mins(5);
/// The fewest bytes of a key.
const SHORTEST_KEY: usize = 24;
/// The longest id.
const LONGEST_ID: usize = 128;
const KEY_PREFIX: &str = "whsec_";
const VERSION: &str = "v1,";

/// A key that both sides know, and while it is rotated the one before it, too: messages are signed with both, and believed
/// by either.
#[derive(Debug, Clone)]
pub struct SigningKey(Personal<Vec<Vec<u8>>>);

/// The text is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "must be `whsec_` and at least 24 random bytes in base64, or several such keys with spaces between them; make one \
     with `echo whsec_$(openssl rand -base64 32)`"
)]
pub struct InvalidSigningKey;

/// Why a message is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotBelieved {
    /// A header is missing, or can't be read.
    #[error("webhook-id, webhook-timestamp or webhook-signature is missing or can't be read")]
    Incomplete,
    /// Its time is too far from ours.
    #[error("webhook-timestamp is more than five minutes from the time here")]
    OutOfTime,
    /// No signature is right.
    #[error("no signature of webhook-signature is right")]
    WrongSignature,
}

impl SigningKey {
    /// Reads a key, such as `whsec_` with base64 behind it, or several with spaces between them, the current one first.
    ///
    /// # Errors
    /// When there is none, or one is too short to be safe.
    pub fn read(text: &str) -> Result<Self, InvalidSigningKey> {
        let key = |text: &str| {
            let key = STANDARD.decode(text.strip_prefix(KEY_PREFIX).ok_or(InvalidSigningKey)?);
            key.ok().filter(|key| key.len() >= SHORTEST_KEY).ok_or(InvalidSigningKey)
        };
        let keys = text.split_whitespace().map(key).collect::<Result<Vec<_>, _>>()?;
        if keys.is_empty() { Err(InvalidSigningKey) } else { Ok(Self(Personal::new(keys))) }
    }

    /// The signatures of a message, with spaces between them.
    #[must_use]
    pub fn sign(&self, id: &str, seconds: i64, body: &[u8]) -> String {
        self.signatures(id, seconds, body).collect::<Vec<_>>().join(" ")
    }

    /// A signature by each key.
    fn signatures(&self, id: &str, seconds: i64, body: &[u8]) -> impl Iterator<Item = String> {
        self.0.reveal().iter().map(move |key| {
            // HMAC takes a key of any length, so this can't fail.
            let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return String::new() };
            mac.update(format!("{id}.{seconds}.").as_bytes());
            mac.update(body);
            format!("{VERSION}{}", STANDARD.encode(mac.finalize().into_bytes()))
        })
    }

    /// The id of a message that somebody who knows the key has just sent.
    ///
    /// # Errors
    /// When that is not so.
    pub fn believe(&self, headers: &HeaderMap, body: &[u8], now: Timestamp) -> Result<String, NotBelieved> {
        let text =
            |name| headers.get(name).and_then(|value| value.to_str().ok()).ok_or(NotBelieved::Incomplete);
        let (id, signatures) = (text(ID)?, text(SIGNATURE)?);
        let seconds: i64 = text(TIMESTAMP)?.parse().map_err(|_| NotBelieved::Incomplete)?;
        if id.is_empty() || id.len() > LONGEST_ID {
            return Err(NotBelieved::Incomplete);
        }
        if seconds.abs_diff(now.as_second()) > TOLERANCE.as_secs() {
            return Err(NotBelieved::OutOfTime);
        }
        let is_right = self
            .signatures(id, seconds, body)
            .any(|right| signatures.split(' ').any(|given| same(given, &right)));
        if is_right { Ok(id.to_owned()) } else { Err(NotBelieved::WrongSignature) }
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

    /// The example of the rules themselves.
    #[test]
    fn a_signature_is_that_of_standard_webhooks() {
        let key = SigningKey::read(KEY).unwrap();
        let body = br#"{"test": 2432232314}"#;
        assert_eq!(
            key.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        );
    }

    #[test]
    fn only_a_message_of_now_with_a_right_signature_over_all_of_it_is_believed() {
        let key = SigningKey::read(KEY).unwrap();
        let now: Timestamp = "2026-11-22T10:00:00Z".parse().unwrap();
        let at = now.as_second();
        let right = key.sign("a", at, b"body");
        let believed = |headers: &HeaderMap, body: &[u8]| key.believe(headers, body, now);
        let seconds = at.to_string();
        assert_eq!(believed(&message("a", &seconds, &right), b"body"), Ok("a".to_owned()));
        assert_eq!(believed(&message("a", &seconds, &format!("v1,x {right}")), b"body"), Ok("a".to_owned()));
        let wrong = Err(NotBelieved::WrongSignature);
        assert_eq!(believed(&message("b", &seconds, &right), b"body"), wrong);
        assert_eq!(believed(&message("a", &seconds, &right), b"bodies"), wrong);
        assert_eq!(believed(&message("a", &(at + 1).to_string(), &right), b"body"), wrong);
        assert_eq!(believed(&message("a", &seconds, ""), b"body"), wrong);
        for late in [at - 301, at + 301] {
            let signature = key.sign("a", late, b"body");
            let headers = message("a", &late.to_string(), &signature);
            assert_eq!(believed(&headers, b"body"), Err(NotBelieved::OutOfTime));
        }
        let incomplete = Err(NotBelieved::Incomplete);
        assert_eq!(believed(&HeaderMap::new(), b"body"), incomplete);
        assert_eq!(believed(&message("", &seconds, &right), b"body"), incomplete);
        assert_eq!(believed(&message("a", "now", &right), b"body"), incomplete);
    }

    #[test]
    fn while_a_key_is_rotated_messages_are_signed_with_both_and_believed_by_either() {
        const NEW: &str = "whsec_c2VjcmV0IG9mIHRoaXJ0eSBieXRlcyBhdCBsZWFzdA==";
        let now: Timestamp = "2026-11-22T10:00:00Z".parse().unwrap();
        let [old, new] = [KEY, NEW].map(|key| SigningKey::read(key).unwrap());
        let both = SigningKey::read(&format!("{NEW} {KEY}")).unwrap();
        let seconds = now.as_second().to_string();
        let is_believed = |by: &SigningKey, signed_with: &SigningKey| {
            let signatures = signed_with.sign("a", now.as_second(), b"body");
            by.believe(&message("a", &seconds, &signatures), b"body", now).is_ok()
        };
        // Ours to a portal that has changed its key, or not yet; and the portal's to us.
        for other in [&old, &new] {
            assert!(is_believed(other, &both) && is_believed(&both, other));
        }
        assert!(!is_believed(&new, &old) && !is_believed(&old, &new));
    }

    #[test]
    fn a_short_key_is_refused_and_no_key_is_shown() {
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
