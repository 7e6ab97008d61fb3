//! Sends the site what a study team's portal reports, signed as Standard Webhooks, and verifies signed answers.

use axum::{
    body::{Body, to_bytes},
    http::{Method, Request, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::Value;
use tower::ServiceExt;
use waypoint_functions::{
    context::Context,
    endpoint::Endpoint,
    signed_message::{ID, SIGNATURE, SigningKey, TIMESTAMP},
};

/// The maximum size of an answer.
const MAX_ANSWER: usize = 1 << 20;

/// A call of the portal to the site.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    pub(super) endpoint: &'a Endpoint,
    pub(super) path: &'a str,
    pub(super) message: &'a Value,
}

/// Sends a signed message, and returns the answer.
pub(super) async fn send(call: Call<'_>, key: &SigningKey, context: Context) -> Response {
    let now = context.clock.now();
    let (body, id, seconds) = (call.message.to_string(), format!("local-{now}"), now.as_second());
    let request = Request::builder()
        .method(Method::POST)
        .uri(call.path)
        .header(header::CONTENT_TYPE, "application/json")
        .header(SIGNATURE, key.sign(&id, seconds, body.as_bytes()))
        .header(TIMESTAMP, seconds)
        .header(ID, id)
        .body(Body::from(body));
    let Ok(request) = request else { return StatusCode::BAD_REQUEST.into_response() };
    let Ok(answer) = call.endpoint.router(context).oneshot(request).await;
    answer
}

/// Sends a signed message, and returns the signed answer. Returns any other answer as an error.
pub(super) async fn ask(call: Call<'_>, key: &SigningKey, context: Context) -> Result<Value, Response> {
    let clock = context.clock.clone();
    let answer = send(call, key, context).await;
    if !answer.status().is_success() {
        return Err(answer);
    }
    let (parts, body) = answer.into_parts();
    let invalid = || StatusCode::BAD_GATEWAY.into_response();
    let body = to_bytes(body, MAX_ANSWER).await.map_err(|_| invalid())?;
    key.verify(&parts.headers, &body, clock.now()).map_err(|_| invalid())?;
    serde_json::from_slice(&body).map_err(|_| invalid())
}
