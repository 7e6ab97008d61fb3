//! The configuration that a health system publishes at `.well-known/smart-configuration`, or in older systems as a part of
//! its capability statement.

use serde::{Deserialize, Serialize};
use url::Url;
use waypoint_fhir::may_refer_to;

use super::{
    base_url::below,
    capability_statement::StatedEndpoints,
    failure::SmartFailure,
    scopes::{ScopeExtent, SupportedScopes},
};

/// A system's configuration for sign-in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Configuration {
    /// The authorization endpoint.
    pub authorization: Url,
    /// The token endpoint.
    pub token: Url,
    /// The issuer, if declared.
    pub issuer: Option<String>,
    /// Whether its answers always include the issuer.
    pub says_issuer: bool,
    /// Whether it supports version 2 scopes, such as `patient/Condition.rs`.
    pub knows_version_2: bool,
    /// The endpoint that revokes tokens, if there is one.
    #[serde(default)]
    pub revocation: Option<Url>,
    /// The supported scopes.
    #[serde(default)]
    pub supported: SupportedScopes,
}

#[derive(Deserialize)]
struct Document {
    authorization_endpoint: String,
    token_endpoint: String,
    revocation_endpoint: Option<String>,
    issuer: Option<String>,
    authorization_response_iss_parameter_supported: Option<bool>,
    code_challenge_methods_supported: Option<Vec<String>>,
    capabilities: Option<Vec<String>>,
    scopes_supported: Option<Vec<String>>,
}

impl Configuration {
    /// Parses the configuration of the system at this base URL. Rejects systems that can't be used safely.
    pub fn read(document: &[u8], base: &Url) -> Result<Self, SmartFailure> {
        // Some servers write a byte order mark.
        let document = document.strip_prefix(b"\xef\xbb\xbf").unwrap_or(document);
        let document: Document = serde_json::from_slice(document).map_err(|_| SmartFailure::Unreadable)?;
        let methods = document.code_challenge_methods_supported.unwrap_or_default();
        // Older systems don't say. They get a challenge all the same, which a system that doesn't know it ignores.
        if !methods.is_empty() && !methods.iter().any(|method| method == "S256") {
            return Err(SmartFailure::Unsupported("it does not support PKCE with S256"));
        }
        let capabilities = document.capabilities.unwrap_or_default();
        let endpoints = Endpoints::read(base, &document.authorization_endpoint, &document.token_endpoint)?;
        let (authorization, token) = (endpoints.authorization, endpoints.token);
        Ok(Self {
            authorization,
            token,
            issuer: document.issuer,
            says_issuer: document.authorization_response_iss_parameter_supported.unwrap_or_default(),
            knows_version_2: knows_version_2(&capabilities),
            revocation: revocation(base, document.revocation_endpoint.as_deref()),
            supported: SupportedScopes::read(document.scopes_supported.as_deref(), &capabilities),
        })
    }

    /// Parses the capability statement of the system at this base URL.
    pub fn read_statement(statement: &[u8], base: &Url) -> Result<Self, SmartFailure> {
        let stated = StatedEndpoints::read(statement)
            .ok_or(SmartFailure::Unsupported("it publishes no endpoints for sign-in"))?;
        let Endpoints { authorization, token } = Endpoints::read(base, &stated.authorization, &stated.token)?;
        Ok(Self {
            authorization,
            token,
            issuer: None,
            says_issuer: false,
            knows_version_2: knows_version_2(&stated.capabilities),
            revocation: revocation(base, stated.revocation.as_deref()),
            supported: SupportedScopes::read(None, &stated.capabilities),
        })
    }

    /// Returns the scopes that a launch requests.
    #[must_use]
    pub fn scopes(&self, extent: ScopeExtent) -> String {
        self.supported.requested(self.knows_version_2, extent)
    }

    /// Returns what to request after the system rejected the scopes of a launch, if that is less. There is no further
    /// try.
    #[must_use]
    pub fn reduced(&self, rejected: ScopeExtent) -> Option<ScopeExtent> {
        let is_less = || self.scopes(ScopeExtent::Core) != self.scopes(ScopeExtent::All);
        (rejected == ScopeExtent::All && is_less()).then_some(ScopeExtent::Core)
    }
}

/// Where a system revokes tokens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Revocation {
    pub(super) at: Url,
    /// The token endpoint, for which this site proves its identity.
    pub(super) token_endpoint: Url,
}

impl Revocation {
    pub(super) fn at(system: &Configuration) -> Option<Self> {
        Some(Self { at: system.revocation.clone()?, token_endpoint: system.token.clone() })
    }
}

/// The endpoints of a launch.
struct Endpoints {
    authorization: Url,
    token: Url,
}

impl Endpoints {
    fn read(base: &Url, authorization: &str, token: &str) -> Result<Self, SmartFailure> {
        let address = |endpoint: &str| address(base, endpoint).ok_or(SmartFailure::Unreadable);
        let (authorization, token) = (address(authorization)?, address(token)?);
        if [&authorization, &token].into_iter().all(|address| may_refer_to(base, address)) {
            Ok(Self { authorization, token })
        } else {
            Err(SmartFailure::Unsupported("its endpoints are not encrypted or not its own"))
        }
    }
}

/// Returns the address of an endpoint. Relative URLs are below the base URL.
fn address(base: &Url, endpoint: &str) -> Option<Url> {
    below(base, "").join(endpoint).ok()
}

/// Returns the endpoint that revokes tokens. A token never goes to another address than the system's own.
fn revocation(base: &Url, endpoint: Option<&str>) -> Option<Url> {
    address(base, endpoint?).filter(|address| may_refer_to(base, address))
}

fn knows_version_2(capabilities: &[String]) -> bool {
    capabilities.iter().any(|capability| capability == "permission-v2")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(document: &[u8]) -> Result<Configuration, SmartFailure> {
        Configuration::read(document, &Url::parse("https://ehr.example/r4").unwrap())
    }

    fn document(change: impl Fn(&mut Value)) -> Vec<u8> {
        let mut document = json!({
            "authorization_endpoint": "https://ehr.example/authorize",
            "token_endpoint": "https://ehr.example/token",
            "code_challenge_methods_supported": ["S256"],
            "capabilities": ["launch-standalone", "permission-v2"],
            "issuer": "https://ehr.example",
        });
        change(&mut document);
        document.to_string().into_bytes()
    }

    #[test]
    fn configuration_has_endpoints_and_capabilities() {
        let configuration = read(&document(|_| {})).unwrap();
        assert_eq!(configuration.authorization.as_str(), "https://ehr.example/authorize");
        assert_eq!(
            (configuration.issuer.as_deref(), configuration.says_issuer),
            (Some("https://ehr.example"), false)
        );
        assert!(configuration.knows_version_2);
        let relative = document(|document| document["token_endpoint"] = json!("token"));
        assert_eq!(read(&relative).unwrap().token.as_str(), "https://ehr.example/r4/token");
        let older = document(|document| document["capabilities"] = json!([]));
        assert!(!read(&older).unwrap().knows_version_2);
        for unsaid in [json!(null), json!([])] {
            let older = document(|document| document["code_challenge_methods_supported"] = unsaid.clone());
            assert!(read(&older).is_ok(), "{unsaid}");
        }
    }

    #[test]
    fn unsafe_system_is_rejected() {
        for change in [
            json!({"code_challenge_methods_supported": ["plain"]}),
            json!({"token_endpoint": "http://ehr.example/token"}),
            json!({"token_endpoint": "http://127.0.0.1:9000/token"}),
            json!({"authorization_endpoint": "https://localhost/authorize"}),
            json!({"authorization_endpoint": "javascript:alert(1)"}),
        ] {
            let document = document(|document| {
                for (name, value) in change.as_object().unwrap() {
                    document[name] = value.clone();
                }
            });
            assert!(matches!(read(&document), Err(SmartFailure::Unsupported(_))), "{change}");
        }
        for body in ["", "{}", "[]", r#"{"authorization_endpoint":3}"#] {
            assert_eq!(read(body.as_bytes()), Err(SmartFailure::Unreadable), "{body}");
        }
    }
}
