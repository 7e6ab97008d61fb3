//! What a patient's browser brings back from a health system.

use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use url::Url;
use waypoint_domain::personal::Personal;

use super::Configuration;
use crate::secret::hex;

/// The longest code or state that is taken.
const LONGEST: usize = 4096;
/// The error of a patient, or a system, that says no (RFC 6749, 4.1.2.1).
const REFUSED: &str = "access_denied";

/// What an address brings back.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Answer {
    /// What can be exchanged for a token.
    #[serde(default)]
    code: Option<Personal<String>>,
    /// What we gave along.
    #[serde(default)]
    state: Option<String>,
    /// Who answers.
    #[serde(default)]
    iss: Option<String>,
    /// Why there is no code.
    #[serde(default)]
    error: Option<String>,
}

/// Why an answer is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidAnswer {
    /// The patient, or the system, said no.
    #[error("the health system or the patient said no")]
    Refused,
    /// There is no code, because something went wrong there.
    #[error("the answer of the health system has no code")]
    NoCode,
    /// Somebody else answers than was asked.
    #[error("somebody else answers than the health system that was asked")]
    OtherIssuer,
}

impl Answer {
    /// What we gave along, by which the launch is found again.
    #[must_use]
    pub fn state(&self) -> Option<&str> {
        self.state.as_deref().filter(|state| state.len() <= LONGEST)
    }

    /// Tells an answer from another one; nothing of its code can be read from it.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        hex(&Sha256::digest(self.code.as_ref().map_or("", |code| code.reveal())))
    }

    /// The code, when the system that was asked is the one that answers (RFC 9207).
    pub fn code(&self, asked: &Configuration, base: &str) -> Result<&Personal<String>, InvalidAnswer> {
        match &self.iss {
            Some(iss) if !is_issuer(iss, asked, base) => return Err(InvalidAnswer::OtherIssuer),
            None if asked.says_issuer => return Err(InvalidAnswer::OtherIssuer),
            _ => {}
        }
        if let Some(error) = &self.error {
            return Err(if error == REFUSED { InvalidAnswer::Refused } else { InvalidAnswer::NoCode });
        }
        let code =
            self.code.as_ref().filter(|code| !code.reveal().is_empty() && code.reveal().len() <= LONGEST);
        code.ok_or(InvalidAnswer::NoCode)
    }
}

/// Whether this is who was asked. A system without single sign-on does not say who it is: then it may call itself by the
/// address of its records, or by an origin that both of its addresses have.
fn is_issuer(iss: &str, asked: &Configuration, base: &str) -> bool {
    let same = |expected: &str| iss.trim_end_matches('/') == expected.trim_end_matches('/');
    asked.issuer.as_deref().map_or_else(|| same(base) || is_origin_of_all(iss, asked), same)
}

fn is_origin_of_all(iss: &str, asked: &Configuration) -> bool {
    let origin = Url::parse(iss).map(|iss| iss.origin());
    origin.is_ok_and(|origin| [&asked.authorization, &asked.token].iter().all(|at| at.origin() == origin))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use serde_json::json;

    use super::*;

    fn system(issuer: Option<&str>, says_issuer: bool) -> Configuration {
        let at = Url::parse("https://ehr.example/x").unwrap();
        Configuration {
            authorization: at.clone(),
            token: at,
            issuer: issuer.map(str::to_owned),
            says_issuer,
            knows_version_2: true,
        }
    }

    #[test]
    fn a_code_is_taken_from_the_system_that_was_asked_alone() {
        const BASE: &str = "https://ehr.example/r4";
        let ours = Some("https://ehr.example");
        let table = [
            (json!({"code": "c"}), ours, false, Ok(())),
            (json!({"code": "c", "iss": "https://ehr.example"}), ours, true, Ok(())),
            (json!({"code": "c", "iss": "https://ehr.example/r4/"}), None, false, Ok(())),
            (json!({"code": "c", "iss": "https://ehr.example"}), None, false, Ok(())),
            (
                json!({"code": "c", "iss": "https://other.example"}),
                None,
                false,
                Err(InvalidAnswer::OtherIssuer),
            ),
            (json!({"code": "c", "iss": "ehr.example"}), None, false, Err(InvalidAnswer::OtherIssuer)),
            (
                json!({"code": "c", "iss": "https://ehr.example/r4"}),
                ours,
                false,
                Err(InvalidAnswer::OtherIssuer),
            ),
            (
                json!({"code": "c", "iss": "https://evil.example"}),
                ours,
                false,
                Err(InvalidAnswer::OtherIssuer),
            ),
            (json!({"code": "c"}), ours, true, Err(InvalidAnswer::OtherIssuer)),
            (
                json!({"error": "access_denied", "iss": "https://evil.example"}),
                ours,
                false,
                Err(InvalidAnswer::OtherIssuer),
            ),
            (json!({"error": "access_denied", "code": "c"}), ours, false, Err(InvalidAnswer::Refused)),
            (json!({"code": ""}), ours, false, Err(InvalidAnswer::NoCode)),
            (json!({}), None, false, Err(InvalidAnswer::NoCode)),
        ];
        for (answer, issuer, says, expected) in table {
            let read: Answer = serde_json::from_value(answer.clone()).unwrap();
            assert_eq!(read.code(&system(issuer, says), BASE).map(|_| ()), expected, "{answer}");
        }
    }
}
