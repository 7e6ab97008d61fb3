//! The configuration that a health system publishes at `.well-known/smart-configuration`.

use serde::{Deserialize, Serialize};
use url::Url;
use waypoint_fhir::may_refer_to;

use super::{base_url::below, failure::SmartFailure};

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
}

#[derive(Deserialize)]
struct Document {
    authorization_endpoint: String,
    token_endpoint: String,
    #[serde(default)]
    issuer: Option<String>,
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
    #[serde(default)]
    code_challenge_methods_supported: Vec<String>,
    #[serde(default)]
    capabilities: Vec<String>,
}

impl Configuration {
    /// Parses the configuration of the system at this base URL. Rejects systems that can't be used safely.
    pub fn read(document: &[u8], base: &Url) -> Result<Self, SmartFailure> {
        let document: Document = serde_json::from_slice(document).map_err(|_| SmartFailure::Unreadable)?;
        if !document.code_challenge_methods_supported.iter().any(|method| method == "S256") {
            return Err(SmartFailure::Unsupported("it does not support PKCE with S256"));
        }
        // Relative URLs are below the base URL.
        let below = below(base, "");
        let address = |endpoint: &str| below.join(endpoint).map_err(|_| SmartFailure::Unreadable);
        let authorization = address(&document.authorization_endpoint)?;
        let token = address(&document.token_endpoint)?;
        if ![&authorization, &token].into_iter().all(|address| may_refer_to(base, address)) {
            return Err(SmartFailure::Unsupported("its endpoints are not encrypted or not its own"));
        }
        Ok(Self {
            authorization,
            token,
            issuer: document.issuer,
            says_issuer: document.authorization_response_iss_parameter_supported,
            knows_version_2: document.capabilities.iter().any(|capability| capability == "permission-v2"),
        })
    }
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
    }

    #[test]
    fn unsafe_system_is_rejected() {
        for change in [
            json!({"code_challenge_methods_supported": ["plain"]}),
            json!({"code_challenge_methods_supported": []}),
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
