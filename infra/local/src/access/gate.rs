//! A gate before a stand-in: it lets through what the template grants to the function that asks, and refuses the rest as the
//! cloud does. Whoever says no function, such as a test that looks into the store, may do everything.

use std::{io, net::SocketAddr};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use super::{caller::HEADER, grants::Grant, guard::Guard, request::wanted};
use crate::cloud::serve;

#[derive(Clone)]
struct Gate {
    guard: Guard,
    behind: SocketAddr,
    client: reqwest::Client,
}

/// Starts a gate before a stand-in; gives the address where it stands.
///
/// # Errors
/// When there is no port.
pub async fn before(behind: SocketAddr, guard: Guard) -> io::Result<SocketAddr> {
    let gate = Gate { guard, behind, client: reqwest::Client::new() };
    serve(Router::new().fallback(pass).with_state(gate)).await
}

async fn pass(State(gate): State<Gate>, headers: HeaderMap, body: Bytes) -> Response {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (function, target) = (text(HEADER), text("x-amz-target"));
    if !function.is_empty() {
        let request: Value = serde_json::from_slice(&body).unwrap_or_default();
        if let Some(grant) = wanted(target, &request).iter().find(|grant| !gate.guard.allows(function, grant))
        {
            return refused(function, grant);
        }
    }
    gate.hand_on(&headers, body).await.unwrap_or_else(|error| {
        tracing::error!(%error, "the stand-in does not answer");
        StatusCode::SERVICE_UNAVAILABLE.into_response()
    })
}

fn refused(function: &str, Grant { action, resource }: &Grant) -> Response {
    let message = format!("{function} is not authorized to perform: {action} on resource: {resource}");
    let body = json!({ "__type": "com.amazon.coral.service#AccessDeniedException", "message": message });
    (StatusCode::BAD_REQUEST, [(header::CONTENT_TYPE, "application/x-amz-json-1.0")], body.to_string())
        .into_response()
}

impl Gate {
    async fn hand_on(&self, headers: &HeaderMap, body: Bytes) -> reqwest::Result<Response> {
        let mut headers = headers.clone();
        headers.remove(header::HOST);
        headers.remove(header::CONTENT_LENGTH);
        let request = self.client.post(format!("http://{}/", self.behind)).headers(headers).body(body);
        let answer = request.send().await?;
        let (status, mut headers) = (answer.status(), answer.headers().clone());
        headers.remove(header::TRANSFER_ENCODING);
        Ok((status, headers, answer.bytes().await?).into_response())
    }
}
