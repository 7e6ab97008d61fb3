//! Codes and tokens: a code is good once, for a minute, for whoever began the launch; a token for one person's records.

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

/// How long a code is good.
const CODE: Duration = Duration::from_mins(1);
/// How long a token is good.
const TOKEN: Duration = Duration::from_mins(10);

/// What has been given out. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Ledger(Arc<Mutex<Entries>>);

#[derive(Debug, Default)]
struct Entries {
    codes: HashMap<String, Grant>,
    tokens: HashMap<String, (Leave, Instant)>,
    /// Everything that was given out or shown, whatever has ended since.
    secrets: Vec<String>,
}

/// What a patient said yes to.
#[derive(Debug, Clone)]
pub(super) struct Grant {
    pub(super) leave: Leave,
    pub(super) challenge: String,
    pub(super) until: Instant,
    /// The token that was given for it.
    used: Option<String>,
}

/// Whose records can be read, and which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leave {
    /// The id of the person.
    pub patient: String,
    /// The scopes that were granted.
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
    /// A code for what a patient said yes to.
    pub(super) fn code(&self, leave: Leave, challenge: String) -> String {
        let code = random();
        let grant = Grant { leave, challenge, until: Instant::now() + CODE, used: None };
        self.with(|entries| {
            entries.secrets.push(code.clone());
            entries.codes.insert(code.clone(), grant);
        });
        code
    }

    /// What a token gives leave for; nothing when it is none, or is over.
    #[must_use]
    pub fn leave(&self, token: &str) -> Option<Leave> {
        self.with(|entries| {
            let (leave, until) = entries.tokens.get(token)?;
            (*until > Instant::now()).then(|| leave.clone())
        })
    }

    /// Every code, verifier and token there ever was.
    #[must_use]
    pub fn secrets(&self) -> Vec<String> {
        self.with(|entries| entries.secrets.clone())
    }

    /// Ends a token.
    pub(super) fn end(&self, token: &str) {
        self.with(|entries| entries.tokens.remove(token));
    }

    /// Ends every token.
    pub fn end_all(&self) {
        self.with(|entries| entries.tokens.clear());
    }

    /// How many tokens there are.
    #[must_use]
    pub fn tokens(&self) -> usize {
        self.with(|entries| entries.tokens.len())
    }

    fn exchange(&self, code: &str, verifier: &str) -> Option<(String, Leave)> {
        self.with(|entries| {
            entries.secrets.push(verifier.to_owned());
            let grant = entries.codes.get_mut(code)?;
            if let Some(token) = &grant.used {
                // Somebody has the code who should not: neither of them goes on.
                entries.tokens.remove(token);
                return None;
            }
            let proof = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier));
            if proof != grant.challenge || grant.until < Instant::now() {
                return None;
            }
            let token = random();
            grant.used = Some(token.clone());
            let leave = grant.leave.clone();
            entries.secrets.push(token.clone());
            entries.tokens.insert(token.clone(), (leave.clone(), Instant::now() + TOKEN));
            Some((token, leave))
        })
    }

    fn with<T>(&self, act: impl FnOnce(&mut Entries) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

pub(super) async fn exchange(State(system): State<HealthSystem>, Form(asked): Form<Exchange>) -> Response {
    if asked.grant_type != "authorization_code" {
        return refused("unsupported_grant_type");
    }
    if asked.client_id != CLIENT {
        return refused("invalid_client");
    }
    if asked.redirect_uri != system.redirect {
        return refused("invalid_grant");
    }
    let Some((token, leave)) = system.ledger.exchange(&asked.code, &asked.code_verifier) else {
        return refused("invalid_grant");
    };
    let given: Value = json!({
        "access_token": token,
        "token_type": "Bearer",
        "expires_in": TOKEN.as_secs(),
        "scope": leave.scope,
        "patient": leave.patient,
    });
    ([(header::CACHE_CONTROL, "no-store")], Json(given)).into_response()
}

fn refused(error: &str) -> Response {
    (StatusCode::BAD_REQUEST, [(header::CACHE_CONTROL, "no-store")], Json(json!({ "error": error })))
        .into_response()
}

fn random() -> String {
    let mut bytes = [0; 32];
    // Without random numbers nothing on this machine would work.
    let _ = getrandom::fill(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}
