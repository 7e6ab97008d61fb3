//! Authorization codes and access tokens. A code is valid once, for a minute, and only for the client that began the
//! launch. A token is valid for one person's records.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use axum::{
    Form, Json,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{CLIENT, HealthSystem};

/// Lifetime of a code.
const CODE_LIFETIME: Duration = Duration::from_mins(1);
/// Lifetime of a token.
const TOKEN_LIFETIME: Duration = Duration::from_mins(10);

/// The issued codes and tokens. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Ledger(Arc<Mutex<Entries>>);

#[derive(Debug, Default)]
struct Entries {
    codes: HashMap<String, IssuedCode>,
    tokens: HashMap<String, (Authorization, Instant)>,
    /// Every secret that was ever issued or presented, including expired ones.
    secrets: Vec<String>,
}

/// An issued code.
#[derive(Debug, Clone)]
pub(super) struct IssuedCode {
    pub(super) authorization: Authorization,
    pub(super) challenge: String,
    pub(super) expires: Instant,
    /// The token issued for the code.
    used: Option<String>,
}

/// A patient's authorization to read records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Authorization {
    /// Id of the person.
    pub patient: String,
    /// The granted scopes.
    pub scope: String,
}

#[derive(Deserialize)]
pub(super) struct Exchange {
    #[serde(default)]
    grant_type: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    redirect_uri: String,
    #[serde(default)]
    client_id: String,
    #[serde(default)]
    code_verifier: String,
}

impl Ledger {
    /// Issues a code for a patient's authorization.
    pub(super) fn code(&self, authorization: Authorization, challenge: String) -> String {
        let code = random();
        let issued =
            IssuedCode { authorization, challenge, expires: Instant::now() + CODE_LIFETIME, used: None };
        self.lock(|entries| {
            entries.secrets.push(code.clone());
            entries.codes.insert(code.clone(), issued);
        });
        code
    }

    /// Returns the authorization of a token, or `None` if it is unknown or expired.
    #[must_use]
    pub fn authorization(&self, token: &str) -> Option<Authorization> {
        self.lock(|entries| {
            let (authorization, expires) = entries.tokens.get(token)?;
            (*expires > Instant::now()).then(|| authorization.clone())
        })
    }

    /// Returns every code, verifier, and token there ever was.
    #[must_use]
    pub fn secrets(&self) -> Vec<String> {
        self.lock(|entries| entries.secrets.clone())
    }

    /// Revokes a token.
    pub(super) fn revoke(&self, token: &str) {
        self.lock(|entries| entries.tokens.remove(token));
    }

    /// Revokes all tokens.
    pub fn revoke_all(&self) {
        self.lock(|entries| entries.tokens.clear());
    }

    /// Returns the number of tokens.
    #[must_use]
    pub fn tokens(&self) -> usize {
        self.lock(|entries| entries.tokens.len())
    }

    fn exchange(&self, code: &str, verifier: &str) -> Option<(String, Authorization)> {
        self.lock(|entries| {
            entries.secrets.push(verifier.to_owned());
            let issued = entries.codes.get_mut(code)?;
            if let Some(token) = &issued.used {
                // The code was used before, so it may be stolen: revoke the first token, too.
                entries.tokens.remove(token);
                return None;
            }
            let proof = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier));
            if proof != issued.challenge || issued.expires < Instant::now() {
                return None;
            }
            let token = random();
            issued.used = Some(token.clone());
            let authorization = issued.authorization.clone();
            entries.secrets.push(token.clone());
            entries.tokens.insert(token.clone(), (authorization.clone(), Instant::now() + TOKEN_LIFETIME));
            Some((token, authorization))
        })
    }

    fn lock<T>(&self, act: impl FnOnce(&mut Entries) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

pub(super) async fn exchange(State(system): State<HealthSystem>, Form(request): Form<Exchange>) -> Response {
    if request.grant_type != "authorization_code" {
        return error_response("unsupported_grant_type");
    }
    if request.client_id != CLIENT {
        return error_response("invalid_client");
    }
    if request.redirect_uri != system.redirect {
        return error_response("invalid_grant");
    }
    let Some((token, authorization)) = system.ledger.exchange(&request.code, &request.code_verifier) else {
        return error_response("invalid_grant");
    };
    let response: Value = json!({
        "access_token": token,
        "token_type": "Bearer",
        "expires_in": TOKEN_LIFETIME.as_secs(),
        "scope": authorization.scope,
        "patient": authorization.patient,
    });
    ([(header::CACHE_CONTROL, "no-store")], Json(response)).into_response()
}

fn error_response(error: &str) -> Response {
    (StatusCode::BAD_REQUEST, [(header::CACHE_CONTROL, "no-store")], Json(json!({ "error": error })))
        .into_response()
}

fn random() -> String {
    let mut bytes = [0; 32];
    // Without random numbers, nothing would work.
    let _ = getrandom::fill(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}
