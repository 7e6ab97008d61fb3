//! What a health system says of itself at `.well-known/smart-configuration`.

use serde::{Deserialize, Serialize};
use url::Url;
use waypoint_fhir::may_name;

use super::{SmartFailure, below};

/// What we need to know of a system before a patient signs in there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Configuration {
    /// Where patients sign in.
    pub authorization: Url,
    /// Where a code becomes a token.
    pub token: Url,
    /// Who it says that it is.
    pub issuer: Option<String>,
    /// Whether its answers always say who gives them.
    pub says_issuer: bool,
    /// Whether it knows the scopes of version 2, such as `patient/Condition.rs`.
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
    /// Reads the document of the system at this address.
    pub fn read(document: &[u8], base: &Url) -> Result<Self, SmartFailure> {
        let document: Document = serde_json::from_slice(document).map_err(|_| SmartFailure::Unreadable)?;
        if !document.code_challenge_methods_supported.iter().any(|method| method == "S256") {
            return Err(SmartFailure::Unfit("it does not know PKCE with S256"));
        }
        // An address that is relative is below that of the records.
        let below = below(base, "");
        let address = |named: &str| below.join(named).map_err(|_| SmartFailure::Unreadable);
        let authorization = address(&document.authorization_endpoint)?;
        let token = address(&document.token_endpoint)?;
        if ![&authorization, &token].into_iter().all(|address| may_name(base, address)) {
            return Err(SmartFailure::Unfit("its addresses are not encrypted, or not its own"));
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
    fn a_system_tells_its_addresses_and_what_it_knows() {
        let told = read(&document(|_| {})).unwrap();
        assert_eq!(told.authorization.as_str(), "https://ehr.example/authorize");
        assert_eq!((told.issuer.as_deref(), told.says_issuer), (Some("https://ehr.example"), false));
        assert!(told.knows_version_2);
        let relative = document(|document| document["token_endpoint"] = json!("token"));
        assert_eq!(read(&relative).unwrap().token.as_str(), "https://ehr.example/r4/token");
        let older = document(|document| document["capabilities"] = json!([]));
        assert!(!read(&older).unwrap().knows_version_2);
    }

    #[test]
    fn a_system_that_is_not_safe_is_not_used() {
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
            assert!(matches!(read(&document), Err(SmartFailure::Unfit(_))), "{change}");
        }
        for body in ["", "{}", "[]", r#"{"authorization_endpoint":3}"#] {
            assert_eq!(read(body.as_bytes()), Err(SmartFailure::Unreadable), "{body}");
        }
    }
}
