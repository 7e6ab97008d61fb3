//! The address at which a patient signs in to a health system.

use url::Url;
use waypoint_fhir::Kind;

use super::{Configuration, SmartClient, Verifier};

/// What a launch asks a system for.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The address of the system's records.
    pub base: &'a Url,
    /// What the system gives back, so that its answer is known to be of this launch.
    pub state: &'a str,
    /// What proves that we began it.
    pub verifier: &'a Verifier,
}

impl SmartClient {
    /// Where the patient signs in and says yes.
    #[must_use]
    pub fn authorization(&self, system: &Configuration, asked: Asked) -> Url {
        let mut at = system.authorization.clone();
        at.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.client_id)
            .append_pair("redirect_uri", self.redirect.as_str())
            .append_pair("scope", &scopes(system.knows_version_2))
            .append_pair("state", asked.state)
            .append_pair("aud", audience(asked.base))
            .append_pair("code_challenge", &asked.verifier.challenge())
            .append_pair("code_challenge_method", "S256");
        at
    }
}

/// The address of a system's records as it is written: without a slash where there is no path.
fn audience(base: &Url) -> &str {
    if base.path() == "/" { base.as_str().trim_end_matches('/') } else { base.as_str() }
}

/// What we ask leave for: to know who the patient is, and to read the kinds that are shown and the medicines that they name. Nothing is written, and nothing
/// is read when the patient is gone.
#[must_use]
pub fn scopes(version_2: bool) -> String {
    let reading = if version_2 { "rs" } else { "read" };
    let kinds = ["Patient"].into_iter().chain(Kind::ALL.map(Kind::name)).chain(["Medication"]);
    let of_kinds = kinds.map(|kind| format!("patient/{kind}.{reading}"));
    std::iter::once("launch/patient".to_owned()).chain(of_kinds).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_asked_under_the_address_that_it_goes_by() {
        for (base, audience) in [
            ("https://ehr.example", "https://ehr.example"),
            ("https://ehr.example/r4", "https://ehr.example/r4"),
            ("https://ehr.example/r4/", "https://ehr.example/r4/"),
        ] {
            assert_eq!(super::audience(&Url::parse(base).unwrap()), audience, "{base}");
        }
    }
}
