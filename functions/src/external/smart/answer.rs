//! The answer that a patient's browser brings from a health system.

use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use url::Url;
use waypoint_domain::personal::Personal;

use super::discovery::Configuration;
use crate::secret::hex;

/// The maximum length of a code or state.
const MAX_LENGTH: usize = 4096;
/// The error codes of a system that rejects the launch itself (RFC 6749, 4.1.2.1). The same launch fails again.
const REJECTED: [&str; 3] = ["invalid_request", "unauthorized_client", "unsupported_response_type"];

/// The query parameters of the redirect.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Answer {
    /// The code to exchange for a token.
    #[serde(default)]
    code: Option<Personal<String>>,
    /// The state that the launch sent.
    #[serde(default)]
    state: Option<String>,
    /// The issuer of the answer.
    #[serde(default)]
    iss: Option<String>,
    /// The reason that there is no code.
    #[serde(default)]
    error: Option<String>,
}

/// Why an answer is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidAnswer {
    /// The patient or the system refused.
    #[error("the health system or the patient refused access")]
    Refused,
    /// The system doesn't know a requested scope.
    #[error("the health system rejected the requested scopes")]
    InvalidScope,
    /// The system rejects the launch.
    #[error("the health system rejected the launch: {0}")]
    Rejected(&'static str),
    /// There is no code because the system failed.
    #[error("the answer of the health system has no code")]
    NoCode,
    /// The answer comes from a different issuer.
    #[error("the answer comes from a different issuer than the requested health system")]
    OtherIssuer,
}

impl Answer {
    /// Returns the state that identifies the launch.
    #[must_use]
    pub fn state(&self) -> Option<&str> {
        self.state.as_deref().filter(|state| state.len() <= MAX_LENGTH)
    }

    /// Returns a fingerprint of the answer that doesn't reveal its code.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        hex(&Sha256::digest(self.code.as_ref().map_or("", |code| code.reveal())))
    }

    /// Returns the code if the issuer is the requested system (RFC 9207).
    pub fn code(&self, system: &Configuration, base: &str) -> Result<&Personal<String>, InvalidAnswer> {
        match &self.iss {
            Some(iss) if !is_issuer(iss, system, base) => return Err(InvalidAnswer::OtherIssuer),
            None if system.says_issuer => return Err(InvalidAnswer::OtherIssuer),
            _ => {}
        }
        if let Some(error) = &self.error {
            return Err(match error.as_str() {
                "access_denied" => InvalidAnswer::Refused,
                "invalid_scope" => InvalidAnswer::InvalidScope,
                other => {
                    let rejected = REJECTED.into_iter().find(|code| *code == other);
                    rejected.map_or(InvalidAnswer::NoCode, InvalidAnswer::Rejected)
                }
            });
        }
        let code =
            self.code.as_ref().filter(|code| !code.reveal().is_empty() && code.reveal().len() <= MAX_LENGTH);
        code.ok_or(InvalidAnswer::NoCode)
    }
}

/// Whether the issuer is the requested system. A system without single sign-on doesn't declare its issuer. It may then
/// identify itself by the address of its records, or by an origin common to both of its endpoints.
fn is_issuer(iss: &str, system: &Configuration, base: &str) -> bool {
    let same = |expected: &str| iss.trim_end_matches('/') == expected.trim_end_matches('/');
    system.issuer.as_deref().map_or_else(|| same(base) || is_common_origin(iss, system), same)
}

fn is_common_origin(iss: &str, system: &Configuration) -> bool {
    let origin = Url::parse(iss).map(|iss| iss.origin());
    origin.is_ok_and(|origin| [&system.authorization, &system.token].iter().all(|at| at.origin() == origin))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::external::smart::SupportedScopes;

    fn system(issuer: Option<&str>, says_issuer: bool) -> Configuration {
        let at = Url::parse("https://ehr.example/x").unwrap();
        Configuration {
            authorization: at.clone(),
            token: at,
            issuer: issuer.map(str::to_owned),
            says_issuer,
            knows_version_2: true,
            revocation: None,
            supported: SupportedScopes::default(),
        }
    }

    #[test]
    fn code_is_accepted_only_from_the_requested_system() {
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
            (json!({"error": "invalid_scope"}), ours, false, Err(InvalidAnswer::InvalidScope)),
            (
                json!({"error": "unauthorized_client"}),
                ours,
                false,
                Err(InvalidAnswer::Rejected("unauthorized_client")),
            ),
            (json!({"error": "server_error"}), ours, false, Err(InvalidAnswer::NoCode)),
            (json!({"code": ""}), ours, false, Err(InvalidAnswer::NoCode)),
            (json!({}), None, false, Err(InvalidAnswer::NoCode)),
        ];
        for (answer, issuer, says, expected) in table {
            let read: Answer = serde_json::from_value(answer.clone()).unwrap();
            assert_eq!(read.code(&system(issuer, says), BASE).map(|_| ()), expected, "{answer}");
        }
    }
}
