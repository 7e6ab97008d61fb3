//! The URL where a patient signs in to a health system.

use url::Url;

use super::{client::SmartClient, discovery::Configuration, pkce::Verifier, scopes::ScopeExtent};

/// The parameters of an authorization request.
#[derive(Debug, Clone, Copy)]
pub struct AuthorizationRequest<'a> {
    /// The base URL of the system's records.
    pub base: &'a Url,
    /// The state, which the system returns to identify the launch.
    pub state: &'a str,
    /// Proves that this site started the launch.
    pub verifier: &'a Verifier,
    /// How much is requested.
    pub extent: ScopeExtent,
}

impl SmartClient {
    /// Returns the URL where the patient signs in and grants access.
    #[must_use]
    pub fn authorization(&self, system: &Configuration, asked: AuthorizationRequest) -> Url {
        let mut url = system.authorization.clone();
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.registration.client_id)
            .append_pair("redirect_uri", self.redirect.as_str())
            .append_pair("scope", &system.scopes(asked.extent))
            .append_pair("state", asked.state)
            .append_pair("aud", audience(asked.base))
            .append_pair("code_challenge", &asked.verifier.challenge())
            .append_pair("code_challenge_method", "S256");
        url
    }
}

/// Returns the base URL of a system's records without a trailing slash when it has no path.
fn audience(base: &Url) -> &str {
    if base.path() == "/" { base.as_str().trim_end_matches('/') } else { base.as_str() }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn audience_is_the_system_base_url() {
        for (base, audience) in [
            ("https://ehr.example", "https://ehr.example"),
            ("https://ehr.example/r4", "https://ehr.example/r4"),
            ("https://ehr.example/r4/", "https://ehr.example/r4/"),
        ] {
            assert_eq!(super::audience(&Url::parse(base).unwrap()), audience, "{base}");
        }
    }
}
