//! A fake for the voice service: Retell's `create-web-call` endpoint. Its tokens start no call.

use std::ops::RangeInclusive;

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::post,
};
use serde_json::{Value, json};

/// The API key that the service accepts.
pub const KEY: &str = "a key of this machine";
/// The agent that the service knows.
pub const AGENT: &str = "agent_of_this_machine";

/// The limits of `max_call_duration_ms`.
const MAX_DURATION_LIMITS: RangeInclusive<u64> = 60_000..=7_200_000;

/// How the service behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behavior {
    ReturnsToken,
    /// It answers without a token.
    OmitsToken,
    /// It answers with an error status.
    Down,
}

/// Returns the service's routes.
pub fn router(mood: Behavior) -> Router {
    Router::new().route("/v2/create-web-call", post(create_web_call)).with_state(mood)
}

async fn create_web_call(
    State(mood): State<Behavior>,
    headers: HeaderMap,
    Json(body): Json<Value>,
) -> Response {
    let expected = format!("Bearer {KEY}");
    if headers.get(header::AUTHORIZATION).is_none_or(|given| given.as_bytes() != expected.as_bytes()) {
        return (StatusCode::UNAUTHORIZED, Json(json!({ "message": "Invalid API key" }))).into_response();
    }
    let max_duration = &body["agent_override"]["agent"]["max_call_duration_ms"];
    let is_bounded =
        max_duration.as_u64().is_some_and(|max_duration| MAX_DURATION_LIMITS.contains(&max_duration));
    if body["agent_id"] != AGENT || !is_bounded {
        return (StatusCode::UNPROCESSABLE_ENTITY, Json(json!({ "message": "no such agent" })))
            .into_response();
    }
    let call = json!({ "call_id": "call_1", "agent_id": AGENT, "call_status": "registered", "call_type": "web_call" });
    match mood {
        Behavior::ReturnsToken => {
            let mut with_token = call;
            with_token["access_token"] = json!("a-token-for-one-call");
            (StatusCode::CREATED, Json(with_token)).into_response()
        }
        Behavior::OmitsToken => (StatusCode::CREATED, Json(call)).into_response(),
        Behavior::Down => StatusCode::BAD_GATEWAY.into_response(),
    }
}
