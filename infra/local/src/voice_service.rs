//! The voice service on one machine: Retell's `create-web-call`, which gives tokens that lead nowhere.

use std::ops::RangeInclusive;

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::post,
};
use serde_json::{Value, json};

/// The key that the service knows.
pub const KEY: &str = "a key of this machine";
/// The agent that it knows.
pub const AGENT: &str = "agent_of_this_machine";

/// The times after which the service can be asked to end a call, in milliseconds.
const LONGEST_CALL: RangeInclusive<u64> = 60_000..=7_200_000;

/// What the service does with a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    /// It gives a token.
    GivesTokens,
    /// It answers without one.
    ForgetsTokens,
    /// It is down.
    IsDown,
}

/// The service.
pub fn router(mood: Mood) -> Router {
    Router::new().route("/v2/create-web-call", post(create_web_call)).with_state(mood)
}

async fn create_web_call(State(mood): State<Mood>, headers: HeaderMap, Json(body): Json<Value>) -> Response {
    let known = format!("Bearer {KEY}");
    if headers.get(header::AUTHORIZATION).is_none_or(|given| given.as_bytes() != known.as_bytes()) {
        return (StatusCode::UNAUTHORIZED, Json(json!({ "message": "Invalid API key" }))).into_response();
    }
    let longest = &body["agent_override"]["agent"]["max_call_duration_ms"];
    let is_bounded = longest.as_u64().is_some_and(|longest| LONGEST_CALL.contains(&longest));
    if body["agent_id"] != AGENT || !is_bounded {
        return (StatusCode::UNPROCESSABLE_ENTITY, Json(json!({ "message": "no such agent" })))
            .into_response();
    }
    let call = json!({ "call_id": "call_1", "agent_id": AGENT, "call_status": "registered", "call_type": "web_call" });
    match mood {
        Mood::GivesTokens => {
            let mut with_token = call;
            with_token["access_token"] = json!("a-token-for-one-call");
            (StatusCode::CREATED, Json(with_token)).into_response()
        }
        Mood::ForgetsTokens => (StatusCode::CREATED, Json(call)).into_response(),
        Mood::IsDown => StatusCode::BAD_GATEWAY.into_response(),
    }
}
