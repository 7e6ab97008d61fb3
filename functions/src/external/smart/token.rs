//! Exchanges a code for a token.

use jiff::Timestamp;
use reqwest::{RequestBuilder, StatusCode, header};
use serde::{Deserialize, Serialize};
use url::Url;
use waypoint_domain::personal::Personal;
use waypoint_fhir::is_id;

use super::{
    body::read_body,
    client::{MAX_BYTES, SmartClient},
    discovery::{Configuration, Revocation},
    failure::SmartFailure,
    pkce::Verifier,
    scopes::ScopeExtent,
};

/// A code and its verifier.
#[derive(Debug, Clone, Copy)]
pub struct CodeExchange<'a> {
    /// The authorization code that the patient's browser brought back.
    pub code: &'a Personal<String>,
    /// Proves that this site started the launch.
    pub verifier: &'a Verifier,
    /// How much the launch requested.
    pub extent: ScopeExtent,
}

/// Access to the records of one patient. It is sealed until the records are read, and then dropped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Access {
    pub(super) token: Personal<String>,
    pub(super) patient: Personal<String>,
    /// The granted scopes. Absent when the system doesn't return them, which means all requested scopes.
    pub(super) scope: Option<String>,
    /// The requested scopes.
    #[serde(default)]
    pub(super) requested: Option<String>,
    /// Where the token can be revoked.
    #[serde(default)]
    pub(super) revocation: Option<Revocation>,
}

#[derive(Deserialize)]
struct TokenResponse {
    access_token: Personal<String>,
    token_type: String,
    #[serde(default)]
    patient: Option<Personal<String>>,
    #[serde(default)]
    scope: Option<String>,
}

#[derive(Deserialize)]
struct ErrorResponse {
    #[serde(default)]
    error: String,
}

impl SmartClient {
    /// Exchanges a code. It is sent only once, because reusing a code revokes its token.
    pub async fn exchange(
        &self,
        system: &Configuration,
        given: CodeExchange<'_>,
    ) -> Result<Access, SmartFailure> {
        let form = [
            ("grant_type", "authorization_code"),
            ("code", given.code.reveal()),
            ("redirect_uri", self.redirect.as_str()),
            ("code_verifier", given.verifier.reveal()),
        ];
        let answer = self.proven_request(&system.token, &system.token, &form)?.send().await?;
        let status = answer.status();
        let body = read_body(answer, MAX_BYTES).await?;
        if matches!(status, StatusCode::BAD_REQUEST | StatusCode::UNAUTHORIZED) {
            return Err(SmartFailure::NoToken(reason(&body)));
        }
        if !status.is_success() {
            return Err(SmartFailure::Status(status.as_u16()));
        }
        Ok(Access {
            requested: Some(system.scopes(given.extent)),
            revocation: Revocation::at(system),
            ..access(&body)?
        })
    }

    /// Returns a request with a form and the proof of this site's identity, for the system with this token endpoint.
    pub(super) fn proven_request(
        &self,
        at: &Url,
        token_endpoint: &Url,
        form: &[(&str, &str)],
    ) -> Result<RequestBuilder, SmartFailure> {
        let proof = self.registration.proof(token_endpoint.as_str(), Timestamp::now())?;
        let mut body = url::form_urlencoded::Serializer::new(String::new());
        body.extend_pairs(form).extend_pairs(&proof.fields);
        let request = self
            .http
            .post(at.clone())?
            .header(header::ACCEPT, "application/json")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(body.finish());
        Ok(match proof.header {
            Some(value) => request.header(header::AUTHORIZATION, value),
            None => request,
        })
    }
}

/// Returns the standard's error code. Any other text could contain personal information.
fn reason(body: &[u8]) -> String {
    const ERROR_CODES: [&str; 6] = [
        "invalid_request",
        "invalid_client",
        "invalid_grant",
        "unauthorized_client",
        "unsupported_grant_type",
        "invalid_scope",
    ];
    let error =
        serde_json::from_slice::<ErrorResponse>(body).map(|refusal| refusal.error).unwrap_or_default();
    ERROR_CODES.into_iter().find(|code| *code == error).unwrap_or("no reason").to_owned()
}

fn access(body: &[u8]) -> Result<Access, SmartFailure> {
    let given: TokenResponse = serde_json::from_slice(body).map_err(|_| SmartFailure::Unreadable)?;
    if !given.token_type.eq_ignore_ascii_case("bearer") {
        return Err(SmartFailure::TokenUnusable("it is not a bearer token"));
    }
    let is_header = |token: &Personal<String>| {
        let token = token.reveal();
        !token.is_empty() && token.len() <= 8192 && token.chars().all(|c| c.is_ascii_graphic())
    };
    let patient = given
        .patient
        .filter(|id| is_id(id.reveal()))
        .ok_or(SmartFailure::TokenUnusable("it names no patient"))?;
    if !is_header(&given.access_token) {
        return Err(SmartFailure::TokenUnusable("it can't be sent"));
    }
    Ok(Access { token: given.access_token, patient, scope: given.scope, requested: None, revocation: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str) -> Result<Access, SmartFailure> {
        access(body.as_bytes())
    }

    #[test]
    fn token_must_be_a_bearer_token_and_name_its_patient() {
        assert!(read(r#"{"access_token":"t","token_type":"Bearer","patient":"p1"}"#).is_ok());
        assert!(read(r#"{"access_token":"t","token_type":"bearer","patient":"p-1.x","scope":"x"}"#).is_ok());
        for body in [
            r#"{"access_token":"t","token_type":"mac","patient":"p1"}"#,
            r#"{"access_token":"t","token_type":"Bearer"}"#,
            r#"{"access_token":"t","token_type":"Bearer","patient":"../Patient"}"#,
            r#"{"access_token":"t\r\nX: y","token_type":"Bearer","patient":"p1"}"#,
            r#"{"access_token":"","token_type":"Bearer","patient":"p1"}"#,
        ] {
            assert!(matches!(read(body), Err(SmartFailure::TokenUnusable(_))), "{body}");
        }
        assert_eq!(read("{}").err(), Some(SmartFailure::Unreadable));
    }

    #[test]
    fn token_error_is_reported_only_by_standard_codes() {
        assert_eq!(
            reason(br#"{"error":"invalid_grant","error_description":"Maria Sample"}"#),
            "invalid_grant"
        );
        assert_eq!(reason(br#"{"error":"Maria Sample"}"#), "no reason");
        assert_eq!(reason(b"<html>"), "no reason");
    }
}
