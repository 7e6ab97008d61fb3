//! The endpoints for sign-in in a server's capability statement at `/metadata`, where systems published them before SMART
//! App Launch had a configuration of its own.

use serde::Deserialize;

/// The extension with the endpoints, and the one with a capability.
const ENDPOINTS: &str = "/StructureDefinition/oauth-uris";
const CAPABILITY: &str = "/StructureDefinition/capabilities";

/// What a statement says about sign-in.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct StatedEndpoints {
    pub(super) authorization: String,
    pub(super) token: String,
    pub(super) revocation: Option<String>,
    pub(super) capabilities: Vec<String>,
}

#[derive(Deserialize)]
struct Statement {
    #[serde(default)]
    rest: Vec<Rest>,
}

#[derive(Deserialize)]
struct Rest {
    #[serde(default)]
    security: Security,
}

#[derive(Default, Deserialize)]
struct Security {
    #[serde(default)]
    extension: Vec<Extension>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Extension {
    url: String,
    #[serde(default)]
    value_uri: Option<String>,
    #[serde(default)]
    value_code: Option<String>,
    #[serde(default, rename = "extension")]
    parts: Vec<Extension>,
}

impl StatedEndpoints {
    /// Reads a statement. Returns `None` if it doesn't have both endpoints.
    pub(super) fn read(statement: &[u8]) -> Option<Self> {
        let statement: Statement = serde_json::from_slice(statement).ok()?;
        let extensions: Vec<Extension> =
            statement.rest.into_iter().flat_map(|rest| rest.security.extension).collect();
        let endpoint = |name: &str| {
            let all = extensions.iter().filter(|extension| extension.url.ends_with(ENDPOINTS));
            let mut parts = all.flat_map(|extension| &extension.parts);
            parts.find(|part| part.url == name).and_then(|part| part.value_uri.clone())
        };
        let capabilities = extensions.iter().filter(|extension| extension.url.ends_with(CAPABILITY));
        Some(Self {
            authorization: endpoint("authorize")?,
            token: endpoint("token")?,
            revocation: endpoint("revoke"),
            capabilities: capabilities.filter_map(|extension| extension.value_code.clone()).collect(),
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn endpoints_are_in_the_extension_of_the_security_section() {
        let statement = json!({"resourceType": "CapabilityStatement", "rest": [{"mode": "server", "security": {
            "cors": true,
            "extension": [
                {"url": "http://fhir-registry.smarthealthit.org/StructureDefinition/capabilities", "valueCode": "permission-v2"},
                {"url": "http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris", "extension": [
                    {"url": "authorize", "valueUri": "https://ehr.example/authorize"},
                    {"url": "token", "valueUri": "https://ehr.example/token"},
                    {"url": "manage", "valueUri": "https://ehr.example/manage"},
                ]},
            ],
        }}]});
        let stated = StatedEndpoints::read(statement.to_string().as_bytes()).unwrap();
        assert_eq!(stated.authorization, "https://ehr.example/authorize");
        assert_eq!(stated.token, "https://ehr.example/token");
        assert_eq!((stated.revocation, stated.capabilities), (None, vec!["permission-v2".to_owned()]));
        for other in ["", "{}", "[]", r#"{"rest": [{}]}"#, r#"{"rest": [{"security": {"extension": []}}]}"#] {
            assert_eq!(StatedEndpoints::read(other.as_bytes()), None, "{other}");
        }
    }
}
