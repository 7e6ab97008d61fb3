//! Exchanges authorization codes for access tokens.

use axum::{
    Form, Json,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    faults::Fault,
    ledger::TOKEN_LIFETIME,
    system::{CLIENT, HealthSystem},
};

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

/// A request to revoke a token (RFC 7009).
#[derive(Deserialize)]
pub(super) struct Revocation {
    #[serde(default)]
    token: String,
    #[serde(default)]
    client_id: String,
}

pub(super) async fn revoke(State(system): State<HealthSystem>, Form(request): Form<Revocation>) -> Response {
    if system.faults.fault() == Some(Fault::RevocationHangs) {
        std::future::pending::<()>().await;
    }
    if request.client_id != CLIENT {
        return error_response("invalid_client");
    }
    system.ledger.revoke(&request.token);
    StatusCode::OK.into_response()
}

fn error_response(error: &str) -> Response {
    (StatusCode::BAD_REQUEST, [(header::CACHE_CONTROL, "no-store")], Json(json!({ "error": error })))
        .into_response()
}
