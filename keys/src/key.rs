//! The keys of one purpose: the current key, and former keys that are still accepted.

use std::{fmt, marker::PhantomData, sync::Arc};

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::{constant_time_eq, hex, purpose::KeyPurpose};

/// The length of a key: 32 bytes in hexadecimal digits.
const DIGITS: usize = 64;

/// The current key and the former keys of purpose `P`.
#[derive(Clone)]
pub struct Key<P> {
    current: Arc<str>,
    former: Arc<[String]>,
    purpose: PhantomData<P>,
}

/// The text is not a valid list of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be keys of 64 hexadecimal digits, separated by spaces; `cargo ops deploy` derives them")]
pub struct InvalidKey;

impl<P: KeyPurpose> Key<P> {
    /// Parses keys separated by spaces, the current key first.
    pub fn read(text: &str) -> Result<Self, InvalidKey> {
        let is_key = |key: &str| key.len() == DIGITS && key.bytes().all(|b| b.is_ascii_hexdigit());
        let mut keys = text.split_whitespace();
        let current = keys.next().filter(|key| is_key(key)).ok_or(InvalidKey)?;
        let former = keys.map(|key| if is_key(key) { Ok(key.to_owned()) } else { Err(InvalidKey) });
        Ok(Self { current: current.into(), former: former.collect::<Result<_, _>>()?, purpose: PhantomData })
    }

    /// The current key, for libraries that sign with it.
    #[must_use]
    pub fn current(&self) -> &str {
        &self.current
    }

    /// Returns only the current key, which doesn't recognize fingerprints of former keys.
    #[must_use]
    pub fn current_only(&self) -> Self {
        Self { current: self.current.clone(), former: Arc::default(), purpose: PhantomData }
    }

    /// Returns all accepted keys, the current key first.
    pub fn accepted(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.current).chain(self.former.iter().map(String::as_str))
    }

    /// Returns the text's HMAC with the current key. Without the key, an attacker can't check guesses of the text.
    #[must_use]
    pub fn fingerprint(&self, text: &str) -> String {
        fingerprint(&self.current, text)
    }

    /// Returns the fingerprints under which a text may be stored, for the current key and all former keys.
    #[must_use]
    pub fn fingerprints(&self, text: &str) -> Fingerprints {
        let former = self.former.iter().map(|key| fingerprint(key, text)).collect();
        Fingerprints { current: self.fingerprint(text), former }
    }

    /// Whether a fingerprint is that of this text under one of the accepted keys.
    #[must_use]
    pub fn recognizes(&self, text: &str, given: &str) -> bool {
        self.fingerprints(text).recognizes(given)
    }
}

/// The fingerprints of a text under each accepted key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprints {
    current: String,
    former: Vec<String>,
}

impl Fingerprints {
    /// The fingerprint to store.
    #[must_use]
    pub fn current(&self) -> &str {
        &self.current
    }

    /// The fingerprints to look up, the current one first.
    pub fn accepted(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.current.as_str()).chain(self.former.iter().map(String::as_str))
    }

    /// Whether a stored fingerprint is one of these. Takes constant time.
    #[must_use]
    pub fn recognizes(&self, stored: &str) -> bool {
        // Compare all of them, so that the time doesn't reveal which one matches.
        self.accepted().fold(false, |found, fingerprint| constant_time_eq(fingerprint, stored) | found)
    }
}

fn fingerprint(key: &str, text: &str) -> String {
    // HMAC accepts keys of any length, so this can't fail.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key.as_bytes()) else { return String::new() };
    mac.update(text.as_bytes());
    hex(&mac.finalize().into_bytes())
}

impl<P> fmt::Debug for Key<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;
    use crate::{
        purpose::{EmailGuard, RateLimit, Return},
        root::{RootSecret, RootSecrets},
    };

    fn key<P: KeyPurpose>(current: &str, before: &str) -> Key<P> {
        let [current, before] = [current, before].map(|byte| byte.repeat(32));
        Key::read(&RootSecrets::parse(&current, &before, "").unwrap().keys(P::PURPOSE)).unwrap()
    }

    #[test]
    fn fingerprints_of_two_purposes_are_unrelated() {
        let text = "maria@example.org";
        assert_ne!(
            key::<EmailGuard>("ab", "").fingerprint(text),
            key::<RateLimit>("ab", "").fingerprint(text)
        );
    }

    #[test]
    fn former_key_is_accepted_until_the_overlap_ends() {
        let (old, during, after) = (key::<Return>("5a", ""), key("6b", "5a"), key("6b", ""));
        let made = old.fingerprint("x");
        let outcomes = [&old, &during, &after].map(|key: &Key<Return>| key.recognizes("x", &made));
        assert_eq!(outcomes, [true, true, false]);
        assert_eq!(during.fingerprint("x"), after.fingerprint("x"));
        assert!(!old.recognizes("x", &during.fingerprint("x")));
        let prints = during.fingerprints("x");
        assert_eq!(prints.current(), after.fingerprint("x"));
        assert_eq!(prints.accepted().collect::<Vec<_>>(), [&after.fingerprint("x"), &made]);
        assert!(prints.recognizes(&made) && !after.fingerprints("x").recognizes(&made));
        let before_rotation = key::<Return>("5a", "6b");
        assert!(
            before_rotation.recognizes("x", &during.fingerprint("x")),
            "a key is accepted before it becomes the current key"
        );
        assert!(during.current_only().recognizes("x", &after.fingerprint("x")));
        assert!(!during.current_only().recognizes("x", &old.fingerprint("x")));
        assert!(!during.recognizes("y", &during.fingerprint("x")) && !during.recognizes("x", ""));
    }

    #[test]
    fn malformed_keys_are_rejected_and_debug_output_hides_keys() {
        let right = RootSecret::from_hex(&"5a".repeat(32)).unwrap().key(Return::PURPOSE);
        for text in ["", " ", "short", &right[1..], &format!("{right} short"), &format!("{right}0")] {
            assert_eq!(Key::<Return>::read(text).unwrap_err(), InvalidKey, "{text}");
        }
        assert_eq!(format!("{:?}", Key::<Return>::read(&right).unwrap()), "***");
    }
}
