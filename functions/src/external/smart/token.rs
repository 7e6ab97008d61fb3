//! The code for a token.

use reqwest::{StatusCode, header};
use serde::{Deserialize, Serialize};
use waypoint_domain::personal::Personal;
use waypoint_fhir::is_id;

use super::{Configuration, MOST_BYTES, SmartClient, SmartFailure, Verifier};
use crate::external::bounded_body::bounded_body;

/// What a code is exchanged with.
#[derive(Debug, Clone, Copy)]
pub struct Exchanged<'a> {
    /// The code.
    pub code: &'a Personal<String>,
    /// What proves that we began the launch.
    pub verifier: &'a Verifier,
}

/// Leave to read the records of one patient. It is kept sealed until they are read, and nowhere after that.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Access {
    pub(super) token: Personal<String>,
    pub(super) patient: Personal<String>,
    /// What we have leave for; nothing when the system does not say, and all that was asked for is meant.
    pub(super) scope: Option<String>,
}

#[derive(Deserialize)]
struct Given {
    access_token: Personal<String>,
    token_type: String,
    #[serde(default)]
    patient: Option<Personal<String>>,
    #[serde(default)]
    scope: Option<String>,
}

#[derive(Deserialize)]
struct Refusal {
    #[serde(default)]
    error: String,
}

impl SmartClient {
    /// Exchanges a code. It is sent once: a code that is used twice takes its token with it.
    pub async fn exchange(
        &self,
        system: &Configuration,
        given: Exchanged<'_>,
    ) -> Result<Access, SmartFailure> {
        let form = [
            ("grant_type", "authorization_code"),
            ("code", given.code.reveal()),
            ("redirect_uri", self.redirect.as_str()),
            ("client_id", &self.client_id),
            ("code_verifier", given.verifier.reveal()),
        ];
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let answer = self
            .http
            .post(system.token.clone())?
            .header(header::ACCEPT, "application/json")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(body)
            .send()
            .await?;
        let status = answer.status();
        let body = bounded_body(answer, MOST_BYTES).await?;
        if matches!(status, StatusCode::BAD_REQUEST | StatusCode::UNAUTHORIZED) {
            return Err(SmartFailure::NoToken(reason(&body)));
        }
        if !status.is_success() {
            return Err(SmartFailure::Status(status.as_u16()));
        }
        access(&body)
    }
}

/// The standard's word for why there is no token; any other word could hold anything.
fn reason(body: &[u8]) -> String {
    const WORDS: [&str; 6] = [
        "invalid_request",
        "invalid_client",
        "invalid_grant",
        "unauthorized_client",
        "unsupported_grant_type",
        "invalid_scope",
    ];
    let said = serde_json::from_slice::<Refusal>(body).map(|refusal| refusal.error).unwrap_or_default();
    WORDS.into_iter().find(|word| *word == said).unwrap_or("no reason").to_owned()
}

fn access(body: &[u8]) -> Result<Access, SmartFailure> {
    let given: Given = serde_json::from_slice(body).map_err(|_| SmartFailure::Unreadable)?;
    if !given.token_type.eq_ignore_ascii_case("bearer") {
        return Err(SmartFailure::TokenUnfit("it is no bearer's token"));
    }
    let is_header = |token: &Personal<String>| {
        let token = token.reveal();
        !token.is_empty() && token.len() <= 8192 && token.chars().all(|c| c.is_ascii_graphic())
    };
    let patient = given
        .patient
        .filter(|id| is_id(id.reveal()))
        .ok_or(SmartFailure::TokenUnfit("it names no patient"))?;
    if !is_header(&given.access_token) {
        return Err(SmartFailure::TokenUnfit("it can't be sent"));
    }
    Ok(Access { token: given.access_token, patient, scope: given.scope })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str) -> Result<Access, SmartFailure> {
        access(body.as_bytes())
    }

    #[test]
    fn a_token_is_a_bearer_s_and_names_its_patient() {
        assert!(read(r#"{"access_token":"t","token_type":"Bearer","patient":"p1"}"#).is_ok());
        assert!(read(r#"{"access_token":"t","token_type":"bearer","patient":"p-1.x","scope":"x"}"#).is_ok());
        for body in [
            r#"{"access_token":"t","token_type":"mac","patient":"p1"}"#,
            r#"{"access_token":"t","token_type":"Bearer"}"#,
            r#"{"access_token":"t","token_type":"Bearer","patient":"../Patient"}"#,
            r#"{"access_token":"t\r\nX: y","token_type":"Bearer","patient":"p1"}"#,
            r#"{"access_token":"","token_type":"Bearer","patient":"p1"}"#,
        ] {
            assert!(matches!(read(body), Err(SmartFailure::TokenUnfit(_))), "{body}");
        }
        assert_eq!(read("{}").err(), Some(SmartFailure::Unreadable));
    }

    #[test]
    fn why_there_is_no_token_is_told_in_the_standard_s_words_alone() {
        assert_eq!(
            reason(br#"{"error":"invalid_grant","error_description":"Maria Sample"}"#),
            "invalid_grant"
        );
        assert_eq!(reason(br#"{"error":"Maria Sample"}"#), "no reason");
        assert_eq!(reason(b"<html>"), "no reason");
    }
}
