//! How a health system knows this site: the client id that its vendor issued, and the proof that the token endpoint
//! asks for.

use std::fmt;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use jiff::Timestamp;
use url::form_urlencoded::byte_serialize;

use super::{failure::SmartFailure, private_key::PrivateKey};

/// The type of a signed assertion (RFC 7523, 2.2).
const ASSERTION_TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// This site as a client that a vendor registered.
#[derive(Debug, Clone)]
pub struct Registration {
    /// The client id that the vendor issued.
    pub client_id: String,
    /// What proves the client's identity.
    pub authentication: ClientAuthentication,
    /// Whether requests for a system's configuration carry the client id in `Epic-Client-ID`. Some of Epic's customers
    /// answer by client.
    pub says_client_at_discovery: bool,
}

/// What proves a client's identity at the token endpoint.
#[derive(Clone)]
pub enum ClientAuthentication {
    /// Nothing: a public client, which PKCE protects.
    None,
    /// A secret that the vendor issued: `client_secret_basic`.
    Secret(String),
    /// A signature: `private_key_jwt`. The first key signs. All are published, so that keys can be replaced.
    Keys(Vec<PrivateKey>),
}

/// What a request to the token endpoint carries to prove the client's identity.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ClientProof {
    /// The `Authorization` header.
    pub(super) header: Option<String>,
    /// Additional form fields.
    pub(super) fields: Vec<(&'static str, String)>,
}

impl Registration {
    /// Returns a public client with this id.
    #[must_use]
    pub fn public(client_id: &str) -> Self {
        Self {
            client_id: client_id.to_owned(),
            authentication: ClientAuthentication::None,
            says_client_at_discovery: false,
        }
    }

    /// Returns the proof of identity for a request to this endpoint.
    pub(super) fn proof(&self, endpoint: &str, now: Timestamp) -> Result<ClientProof, SmartFailure> {
        match &self.authentication {
            ClientAuthentication::None => {
                Ok(ClientProof { header: None, fields: vec![("client_id", self.client_id.clone())] })
            }
            ClientAuthentication::Secret(secret) => {
                let encoded = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
                let pair = format!("{}:{}", encoded(&self.client_id), encoded(secret));
                Ok(ClientProof {
                    header: Some(format!("Basic {}", STANDARD.encode(pair))),
                    fields: Vec::new(),
                })
            }
            ClientAuthentication::Keys(keys) => {
                let key = keys.first().ok_or(SmartFailure::NoProof)?;
                let assertion = key.assertion(&self.client_id, endpoint, now)?;
                let fields = vec![
                    ("client_assertion_type", ASSERTION_TYPE.to_owned()),
                    ("client_assertion", assertion),
                ];
                Ok(ClientProof { header: None, fields })
            }
        }
    }
}

/// Prints the method alone.
impl fmt::Debug for ClientAuthentication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::Secret(_) => "client_secret_basic",
            Self::Keys(_) => "private_key_jwt",
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn secret_is_sent_encoded_in_the_header_alone_and_never_printed() {
        let registration = Registration {
            authentication: ClientAuthentication::Secret("a:b +%".into()),
            ..Registration::public("our client")
        };
        let proof = registration.proof("https://ehr.example/token", Timestamp::UNIX_EPOCH).unwrap();
        let encoded = proof.header.unwrap();
        let pair = STANDARD.decode(encoded.strip_prefix("Basic ").unwrap()).unwrap();
        assert_eq!(pair, b"our+client:a%3Ab+%2B%25");
        assert_eq!(proof.fields, []);
        assert!(!format!("{registration:?}").contains("a:b"));
    }
}
