//! The links in mails. A token is the number of what the link is for and a proof that we wrote it. It is kept nowhere: the
//! proof is made from the deployment's secret again. Whether a link still works is up to what it is for.

use std::{fmt, str::FromStr};

use crate::secret::{Secret, Use, hex, same};

const DIGITS: usize = 32;

/// The number of what a link is for: 128 random bits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinkId(String);

/// The text is no such number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not the number of what a link is for")]
pub struct InvalidLinkId;

impl LinkId {
    /// A new number.
    ///
    /// # Errors
    /// When the system has no randomness to give.
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

/// The token of a link.
#[must_use]
pub fn token(secret: &Secret, what_for: Use, id: &LinkId) -> String {
    format!("{id}{}", secret.fingerprint(what_for, &id.0))
}

/// What a token of ours is for.
#[must_use]
pub fn read(secret: &Secret, what_for: Use, token: &str) -> Option<LinkId> {
    let (id, proof) = token.split_at_checked(DIGITS)?;
    let id: LinkId = id.parse().ok()?;
    same(proof, &secret.fingerprint(what_for, &id.0)).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_opens_what_it_is_for_and_nothing_else() {
        let secret = Secret::from_hex(&"5a".repeat(32)).unwrap();
        let id = LinkId::random().unwrap();
        let written = token(&secret, Use::ConfirmDeletion, &id);
        assert_eq!(read(&secret, Use::ConfirmDeletion, &written), Some(id.clone()));
        assert_eq!(read(&secret, Use::StopNews, &written), None);
        let other = Secret::from_hex(&"a5".repeat(32)).unwrap();
        assert_eq!(read(&other, Use::ConfirmDeletion, &written), None);
        let another = LinkId::random().unwrap();
        let forged = format!("{another}{}", &written[DIGITS..]);
        assert_eq!(read(&secret, Use::ConfirmDeletion, &forged), None);
        for text in ["", "abc", "é", &"0".repeat(96), &id.to_string(), &written[..written.len() - 1]] {
            assert_eq!(read(&secret, Use::ConfirmDeletion, text), None, "{text}");
        }
    }
}
