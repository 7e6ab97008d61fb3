//! A proxy in front of a fake. It rejects requests that the template doesn't grant to the calling function, as
//! the cloud does. Requests without a function, such as those of a test that inspects the store, are always passed
//! on.

use std::{io, net::SocketAddr};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use super::{caller::HEADER, grants::Grant, guard::Guard, request::required_grants};
use crate::local_service::serve;

#[derive(Clone)]
struct Gate {
    guard: Guard,
    stand_in: SocketAddr,
    client: reqwest::Client,
}

/// Starts a gate in front of a fake and returns its address.
pub async fn start_gate(stand_in: SocketAddr, guard: Guard) -> io::Result<SocketAddr> {
    let gate = Gate { guard, stand_in, client: reqwest::Client::new() };
    serve(Router::new().fallback(pass).with_state(gate)).await
}

async fn pass(State(gate): State<Gate>, headers: HeaderMap, body: Bytes) -> Response {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (function, target) = (text(HEADER), text("x-amz-target"));
    if !function.is_empty() {
        let request: Value = serde_json::from_slice(&body).unwrap_or_default();
        if let Some(grant) =
            required_grants(target, &request).iter().find(|grant| !gate.guard.allows(function, grant))
        {
            return access_denied(function, grant);
        }
    }
    gate.forward(&headers, body).await.unwrap_or_else(|error| {
        tracing::error!(%error, "the fake did not answer");
        StatusCode::SERVICE_UNAVAILABLE.into_response()
    })
}

fn access_denied(function: &str, Grant { action, resource }: &Grant) -> Response {
    let message = format!("{function} is not authorized to perform: {action} on resource: {resource}");
    let body = json!({ "__type": "com.amazon.coral.service#AccessDeniedException", "message": message });
    (StatusCode::BAD_REQUEST, [(header::CONTENT_TYPE, "application/x-amz-json-1.0")], body.to_string())
        .into_response()
}

impl Gate {
    async fn forward(&self, headers: &HeaderMap, body: Bytes) -> reqwest::Result<Response> {
        let mut headers = headers.clone();
        headers.remove(header::HOST);
        headers.remove(header::CONTENT_LENGTH);
        let request = self.client.post(format!("http://{}/", self.stand_in)).headers(headers).body(body);
        let answer = request.send().await?;
        let (status, mut headers) = (answer.status(), answer.headers().clone());
        headers.remove(header::TRANSFER_ENCODING);
        Ok((status, headers, answer.bytes().await?).into_response())
    }
}
