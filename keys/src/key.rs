//! The keys of one purpose: the current one, which makes, and former ones, which are still accepted.

use std::{fmt, marker::PhantomData, sync::Arc};

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::{hex, purpose::Of, same};

/// A key is 32 bytes, as hexadecimal digits.
const DIGITS: usize = 64;

/// The keys of purpose `P`.
#[derive(Clone)]
pub struct Key<P> {
    current: Arc<str>,
    former: Arc<[String]>,
    purpose: PhantomData<P>,
}

/// The text is no list of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be keys of 64 hexadecimal digits with spaces between them; `cargo xtask deploy` derives them")]
pub struct InvalidKey;

impl<P: Of> Key<P> {
    /// Reads keys with spaces between them, the current one first.
    ///
    /// # Errors
    /// When there is none, or one is no key.
    pub fn read(text: &str) -> Result<Self, InvalidKey> {
        let is_key = |key: &str| key.len() == DIGITS && key.bytes().all(|b| b.is_ascii_hexdigit());
        let mut keys = text.split_whitespace();
        let current = keys.next().filter(|key| is_key(key)).ok_or(InvalidKey)?;
        let former = keys.map(|key| if is_key(key) { Ok(key.to_owned()) } else { Err(InvalidKey) });
        Ok(Self { current: current.into(), former: former.collect::<Result<_, _>>()?, purpose: PhantomData })
    }

    /// The current key, for a library that makes something with it.
    #[must_use]
    pub fn current(&self) -> &str {
        &self.current
    }

    /// The current key alone, by which nothing is recognized that a former one made.
    #[must_use]
    pub fn without_former(&self) -> Self {
        Self { current: self.current.clone(), former: Arc::default(), purpose: PhantomData }
    }

    /// Every key by which something is recognized, the current one first.
    pub fn accepted(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.current).chain(self.former.iter().map(String::as_str))
    }

    /// A fingerprint of a text, by the current key. Without the key, the text can't be guessed from it.
    #[must_use]
    pub fn fingerprint(&self, text: &str) -> String {
        fingerprint(&self.current, text)
    }

    /// The fingerprints under which a text may be stored: by the current key, and by former ones.
    #[must_use]
    pub fn fingerprints(&self, text: &str) -> Fingerprints {
        let former = self.former.iter().map(|key| fingerprint(key, text)).collect();
        Fingerprints { current: self.fingerprint(text), former }
    }

    /// Whether a fingerprint of this text was made by one of these keys.
    #[must_use]
    pub fn made(&self, text: &str, given: &str) -> bool {
        self.fingerprints(text).recognizes(given)
    }
}

/// The fingerprints of one text under each accepted key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprints {
    current: String,
    former: Vec<String>,
}

impl Fingerprints {
    /// The one to store.
    #[must_use]
    pub fn current(&self) -> &str {
        &self.current
    }

    /// Those to look up, the current one first.
    pub fn accepted(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.current.as_str()).chain(self.former.iter().map(String::as_str))
    }

    /// Whether a stored fingerprint is of this text.
    #[must_use]
    pub fn recognizes(&self, stored: &str) -> bool {
        // Every one is compared, so that the time does not depend on which one it was.
        self.accepted().fold(false, |found, fingerprint| same(fingerprint, stored) | found)
    }
}

fn fingerprint(key: &str, text: &str) -> String {
    // HMAC takes a key of any length, so this can't fail.
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

    fn key<P: Of>(current: &str, before: &str) -> Key<P> {
        let [current, before] = [current, before].map(|byte| byte.repeat(32));
        Key::read(&RootSecrets::read(&current, &before, "").unwrap().keys(P::PURPOSE)).unwrap()
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
    fn the_current_key_makes_and_a_former_one_is_accepted_until_the_overlap_ends() {
        let (old, during, after) = (key::<Return>("5a", ""), key("6b", "5a"), key("6b", ""));
        let made = old.fingerprint("x");
        let outcomes = [&old, &during, &after].map(|key: &Key<Return>| key.made("x", &made));
        assert_eq!(outcomes, [true, true, false]);
        assert_eq!(during.fingerprint("x"), after.fingerprint("x"));
        assert!(!old.made("x", &during.fingerprint("x")));
        let prints = during.fingerprints("x");
        assert_eq!(prints.current(), after.fingerprint("x"));
        assert_eq!(prints.accepted().collect::<Vec<_>>(), [&after.fingerprint("x"), &made]);
        assert!(prints.recognizes(&made) && !after.fingerprints("x").recognizes(&made));
        let not_yet = key::<Return>("5a", "6b");
        assert!(not_yet.made("x", &during.fingerprint("x")), "it is accepted before it is used");
        assert!(during.without_former().made("x", &after.fingerprint("x")));
        assert!(!during.without_former().made("x", &old.fingerprint("x")));
        assert!(!during.made("y", &during.fingerprint("x")) && !during.made("x", ""));
    }

    #[test]
    fn what_is_no_list_of_keys_is_refused_and_no_key_is_shown() {
        let right = RootSecret::from_hex(&"5a".repeat(32)).unwrap().key(Return::PURPOSE);
        for text in ["", " ", "short", &right[1..], &format!("{right} short"), &format!("{right}0")] {
            assert_eq!(Key::<Return>::read(text).unwrap_err(), InvalidKey, "{text}");
        }
        assert_eq!(format!("{:?}", Key::<Return>::read(&right).unwrap()), "***");
    }
}
