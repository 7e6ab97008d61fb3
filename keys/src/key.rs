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

    /// Every key by which something is recognized, the current one first.
    pub fn accepted(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.current).chain(self.former.iter().map(String::as_str))
    }

    /// A fingerprint of a text, by the current key. Without the key, the text can't be guessed from it.
    #[must_use]
    pub fn fingerprint(&self, text: &str) -> String {
        fingerprint(&self.current, text)
    }

    /// The fingerprints under which a text may be stored, the current one first.
    pub fn fingerprints(&self, text: &str) -> impl Iterator<Item = String> {
        self.accepted().map(move |key| fingerprint(key, text))
    }

    /// Whether a fingerprint of this text was made by one of these keys.
    #[must_use]
    pub fn made(&self, text: &str, given: &str) -> bool {
        // Every key is tried, so that the time does not depend on which one it was.
        self.fingerprints(text).fold(false, |made, fingerprint| same(&fingerprint, given) | made)
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
        assert_eq!(during.fingerprints("x").collect::<Vec<_>>(), [after.fingerprint("x"), made]);
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
