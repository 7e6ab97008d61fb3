//! Tokens of links in mails. A token consists of an id and a proof that this site issued it.
//!
//! Tokens are not stored: the proof is computed again from the key of its purpose. Whether a link still works depends
//! on the item with that id.

use std::{fmt, str::FromStr};

use waypoint_keys::{Key, KeyPurpose};

use crate::secret::hex;

const DIGITS: usize = 32;

/// The id in a link: 128 random bits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinkId(String);

/// The text is not a link id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a link id: expected 32 hexadecimal digits")]
pub struct InvalidLinkId;

impl LinkId {
    /// Returns a new random id.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bits = [0; DIGITS / 2];
        getrandom::fill(&mut bits)?;
        Ok(Self(hex(&bits)))
    }
}

impl FromStr for LinkId {
    type Err = InvalidLinkId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if text.len() == DIGITS && text.bytes().all(is_hex) {
            Ok(Self(text.to_owned()))
        } else {
            Err(InvalidLinkId)
        }
    }
}

impl fmt::Display for LinkId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns the token for an id.
#[must_use]
pub fn token<P: KeyPurpose>(key: &Key<P>, id: &LinkId) -> String {
    format!("{id}{}", key.fingerprint(&id.0))
}

/// Returns the id of a valid token.
#[must_use]
pub fn read<P: KeyPurpose>(key: &Key<P>, token: &str) -> Option<LinkId> {
    let (id, proof) = token.split_at_checked(DIGITS)?;
    let id: LinkId = id.parse().ok()?;
    key.recognizes(&id.0, proof).then_some(id)
}

#[cfg(test)]
mod tests {
    use waypoint_keys::purpose::{ConfirmDeletion, StopNews};

    use super::*;
    use crate::keys_in_tests::derived_test_key;

    #[test]
    fn token_is_valid_only_for_its_id_and_purpose() {
        let key: Key<ConfirmDeletion> = derived_test_key("5a", "");
        let id = LinkId::random().unwrap();
        let written = token(&key, &id);
        assert_eq!(read(&key, &written), Some(id.clone()));
        assert_eq!(read(&derived_test_key::<StopNews>("5a", ""), &written), None);
        let during_overlap: Key<ConfirmDeletion> = derived_test_key("6b", "5a");
        assert_eq!(read(&during_overlap, &written), Some(id.clone()));
        let afterwards: Key<ConfirmDeletion> = derived_test_key("6b", "");
        assert_eq!(read(&afterwards, &written), None);
        let another = LinkId::random().unwrap();
        let forged = format!("{another}{}", &written[DIGITS..]);
        assert_eq!(read(&key, &forged), None);
        for text in ["", "abc", "é", &"0".repeat(96), &id.to_string(), &written[..written.len() - 1]] {
            assert_eq!(read(&key, text), None, "{text}");
        }
    }
}
