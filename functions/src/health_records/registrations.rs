//! The file of registrations: which client id and proof of identity apply at which health system.
//!
//! Each vendor issues its own client id. Epic issues two: one for tests and one for production. The base URL of a
//! system's records decides which client applies.

use std::{collections::BTreeMap, sync::Arc};

use jsonwebtoken::jwk::{Jwk, JwkSet};
use serde::Deserialize;
use url::Url;

use super::url_pattern::{InvalidPattern, UrlPattern};
use crate::external::smart::{
    ClientAuthentication, InvalidPrivateKey, PrivateKey, Registration, SigningAlgorithm,
};

/// The registrations in the order of the file. The first that matches a system applies.
#[derive(Debug, Clone, Default)]
pub struct Registrations(Vec<(Vec<UrlPattern>, Arc<Registration>)>);

/// The secrets that registrations refer to, by name.
pub type SecretsByName = BTreeMap<String, String>;

/// Why registrations are invalid.
#[derive(Debug, thiserror::Error)]
pub enum InvalidRegistrations {
    /// The file is invalid.
    #[error("it is not a file of registrations: {0}")]
    File(#[from] toml::de::Error),
    /// A pattern is invalid.
    #[error("the client '{0}': {1}")]
    Pattern(String, InvalidPattern),
    /// A client without a pattern or an id.
    #[error("the client '{0}' needs a client_id and at least one pattern in systems")]
    Incomplete(String),
    /// A secret is missing.
    #[error("the client '{0}' needs the secret '{1}', which WAYPOINT_HEALTH_SECRETS doesn't have")]
    NoSecret(String, String),
    /// The method and the number of secrets don't fit.
    #[error("the client '{0}': {1}")]
    Secrets(String, &'static str),
    /// A key can't be used.
    #[error("the client '{0}', secret '{1}': {2}")]
    Key(String, String, InvalidPrivateKey),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default, rename = "client")]
    clients: Vec<Client>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Client {
    /// A name for messages.
    name: String,
    /// Patterns of the base URLs of its systems.
    systems: Vec<String>,
    #[serde(rename = "client_id")]
    id: String,
    #[serde(default)]
    method: Method,
    #[serde(default)]
    algorithm: SigningAlgorithm,
    /// The names of its secrets.
    #[serde(default)]
    secrets: Vec<String>,
    /// Whether requests for a configuration carry the client id in `Epic-Client-ID`.
    #[serde(default)]
    epic_client_id: bool,
}

/// How a client proves its identity, in the words of `OpenID` Connect Core, 9.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Method {
    #[default]
    None,
    ClientSecretBasic,
    PrivateKeyJwt,
}

impl Registrations {
    /// Returns a public client with this id at all systems.
    #[must_use]
    pub fn public(client_id: &str) -> Self {
        Self(vec![(vec![UrlPattern::any()], Arc::new(Registration::public(client_id)))])
    }

    /// Parses a file. It refers to secrets by name.
    pub fn parse(text: &str, secrets: &SecretsByName) -> Result<Self, InvalidRegistrations> {
        let secret = |client: &Client, name: &String| {
            let found = secrets.get(name).cloned();
            found.ok_or_else(|| InvalidRegistrations::NoSecret(client.name.clone(), name.clone()))
        };
        Self::parse_with(text, |client| match client.method {
            Method::None => Ok(ClientAuthentication::None),
            Method::ClientSecretBasic => {
                let secret = client.secrets.first().map(|name| secret(client, name)).transpose()?;
                Ok(ClientAuthentication::Secret(secret.unwrap_or_default()))
            }
            Method::PrivateKeyJwt => {
                let key = |name: &String| {
                    PrivateKey::from_pem(&secret(client, name)?, client.algorithm).map_err(|invalid| {
                        InvalidRegistrations::Key(client.name.clone(), name.clone(), invalid)
                    })
                };
                Ok(ClientAuthentication::Keys(client.secrets.iter().map(key).collect::<Result<_, _>>()?))
            }
        })
    }

    /// Parses a file without its secrets. The clients can be chosen and can request configurations, but get no token.
    pub fn parse_without_secrets(text: &str) -> Result<Self, InvalidRegistrations> {
        Self::parse_with(text, |_| Ok(ClientAuthentication::None))
    }

    fn parse_with(
        text: &str,
        authentication: impl Fn(&Client) -> Result<ClientAuthentication, InvalidRegistrations>,
    ) -> Result<Self, InvalidRegistrations> {
        let file: File = toml::from_str(text)?;
        let read = |client: Client| {
            if client.id.trim().is_empty() || client.systems.is_empty() {
                return Err(InvalidRegistrations::Incomplete(client.name));
            }
            client.check_secrets()?;
            let pattern = |text: &String| {
                let pattern = text.parse::<UrlPattern>();
                pattern.map_err(|invalid| InvalidRegistrations::Pattern(client.name.clone(), invalid))
            };
            let patterns = client.systems.iter().map(pattern).collect::<Result<Vec<_>, _>>()?;
            let registration = Registration {
                authentication: authentication(&client)?,
                says_client_at_discovery: client.epic_client_id,
                client_id: client.id,
            };
            Ok((patterns, Arc::new(registration)))
        };
        Ok(Self(file.clients.into_iter().map(read).collect::<Result<_, _>>()?))
    }

    /// Returns the registration for the system with this base URL.
    #[must_use]
    pub fn for_system(&self, base: &Url) -> Option<&Arc<Registration>> {
        let matches = |patterns: &[UrlPattern]| patterns.iter().any(|pattern| pattern.matches(base));
        self.0.iter().find(|(patterns, _)| matches(patterns)).map(|(_, registration)| registration)
    }

    /// Returns the public keys of all clients, which vendors fetch.
    #[must_use]
    pub fn public_keys(&self) -> JwkSet {
        let keys = self.0.iter().flat_map(|(_, registration)| match &registration.authentication {
            ClientAuthentication::Keys(keys) => keys.as_slice(),
            ClientAuthentication::None | ClientAuthentication::Secret(_) => &[],
        });
        let mut published: Vec<Jwk> = Vec::new();
        for key in keys.map(PrivateKey::public) {
            if !published.contains(key) {
                published.push(key.clone());
            }
        }
        JwkSet { keys: published }
    }
}

impl Client {
    fn check_secrets(&self) -> Result<(), InvalidRegistrations> {
        let problem = match (self.method, self.secrets.len()) {
            (Method::None, 0) | (Method::ClientSecretBasic, 1) | (Method::PrivateKeyJwt, 1..) => {
                return Ok(());
            }
            (Method::None, _) => "a client without a method has no secrets",
            (Method::ClientSecretBasic, _) => "client_secret_basic needs one name in secrets",
            (Method::PrivateKeyJwt, _) => "private_key_jwt needs the names of its keys in secrets",
        };
        Err(InvalidRegistrations::Secrets(self.name.clone(), problem))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    const FILE: &str = r#"
        [[client]]
        name = "epic-test"
        systems = ["https://fhir.epic.com/*"]
        client_id = "test"
        epic_client_id = true

        [[client]]
        name = "epic"
        systems = ["https://*/*/api/FHIR/R4"]
        client_id = "production"
        epic_client_id = true

        [[client]]
        name = "oracle"
        systems = ["https://fhir-myrecord.cerner.com/r4/*"]
        client_id = "oracle"
        method = "client_secret_basic"
        secrets = ["oracle"]
    "#;

    fn secrets() -> SecretsByName {
        [("oracle".to_owned(), "hush".to_owned())].into()
    }

    #[test]
    fn first_client_whose_pattern_matches_applies() {
        let registrations = Registrations::parse(FILE, &secrets()).unwrap();
        for (base, client) in [
            ("https://fhir.epic.com/interconnect-fhir-oauth/api/FHIR/R4/", Some("test")),
            ("https://haiku.example/FHIR/api/FHIR/R4/", Some("production")),
            ("https://haiku.example/arr-fhir/api/fhir/r4", Some("production")),
            ("https://fhir-myrecord.cerner.com/r4/abc/", Some("oracle")),
            ("https://fhir-myrecord.cerner.com.evil.example/r4/abc/", None),
            ("https://hapi.example/fhir", None),
        ] {
            let found = registrations.for_system(&Url::parse(base).unwrap());
            assert_eq!(found.map(|one| one.client_id.as_str()), client, "{base}");
        }
        assert!(registrations.public_keys().keys.is_empty());
    }

    #[test]
    fn errors_name_the_client_and_never_the_secret() {
        for (from, to, message) in [
            ("secrets = [\"oracle\"]", "secrets = [\"other\"]", "needs the secret 'other'"),
            ("secrets = [\"oracle\"]", "", "client_secret_basic needs one name"),
            ("client_secret_basic", "private_key_jwt", "is not a private key"),
            ("client_secret_basic", "none", "has no secrets"),
            ("client_id = \"oracle\"", "client_id = \"\"", "needs a client_id"),
            ("[\"https://fhir-myrecord.cerner.com/r4/*\"]", "[]", "at least one pattern"),
            ("https://fhir-myrecord.cerner.com/r4/*", "fhir-myrecord.cerner.com", "'oracle'"),
            ("client_secret_basic", "tls_client_auth", "tls_client_auth"),
            ("secrets", "secret", "secret"),
        ] {
            let error = Registrations::parse(&FILE.replace(from, to), &secrets()).unwrap_err().to_string();
            assert!(error.contains(message) && !error.contains("hush"), "{to}: {error}");
        }
    }
}
