//! Proof Key for Code Exchange (RFC 7636), with S256 only.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use waypoint_domain::personal::Personal;

/// Proves to a health system that the sender of a code started the launch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verifier(Personal<String>);

impl Verifier {
    /// Returns 256 random bits.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self(Personal::new(URL_SAFE_NO_PAD.encode(bytes))))
    }

    /// Returns the challenge sent when the launch starts.
    #[must_use]
    pub fn challenge(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(self.0.reveal()))
    }

    /// Returns the verifier sent with the code.
    pub(super) fn reveal(&self) -> &str {
        self.0.reveal()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn challenge_matches_rfc_example() {
        let verifier = Verifier(Personal::new("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".to_owned()));
        assert_eq!(verifier.challenge(), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }

    #[test]
    fn verifier_is_random_long_enough_and_hidden_in_debug() {
        let (one, other) = (Verifier::random().unwrap(), Verifier::random().unwrap());
        assert_ne!(one, other);
        assert_eq!(one.reveal().len(), 43);
        assert!(!format!("{one:?}").contains(one.reveal()));
    }
}
