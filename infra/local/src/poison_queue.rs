//! The local queue of studies that can't be regenerated: the parts of SQS's protocol that the function uses, and a
//! page that lists the messages.

use std::sync::{Arc, Mutex, PoisonError};

use axum::{
    Json, Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde::Deserialize;
use serde_json::json;
use waypoint_regenerate::poison::Poison;

use crate::local_page::{escaped, page};

/// Path of the page.
pub const PATH: &str = "/_local/poison";
/// Path of the only queue.
pub const QUEUE: &str = "/000000000000/poison-studies";

/// The messages since the server started.
#[derive(Debug, Clone, Default)]
pub struct PoisonMessages(Arc<Mutex<Vec<Poison>>>);

impl PoisonMessages {
    /// Returns all messages in order.
    #[must_use]
    pub fn list(&self) -> Vec<Poison> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the messages of an event.
    pub(crate) fn replace_event(&self, event: &str, replacements: impl Iterator<Item = Poison>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|poison| poison.event != event);
        all.extend(replacements);
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct SendMessage {
    queue_url: String,
    message_body: String,
}

/// Returns the routes of the queue's service.
pub fn service(messages: PoisonMessages) -> Router {
    Router::new().route("/", post(receive)).with_state(messages)
}

/// Returns the routes of the page.
pub fn pages(messages: PoisonMessages) -> Router {
    Router::new().route(PATH, get(list)).with_state(messages)
}

async fn receive(State(messages): State<PoisonMessages>, headers: HeaderMap, body: Bytes) -> Response {
    let target = headers.get("x-amz-target").and_then(|target| target.to_str().ok());
    if target != Some("AmazonSQS.SendMessage") || !headers.contains_key(header::AUTHORIZATION) {
        return error_response("UnsupportedOperation");
    }
    let Ok(request) = serde_json::from_slice::<SendMessage>(&body) else {
        return error_response("InvalidParameterValue");
    };
    if !request.queue_url.ends_with(QUEUE) {
        return error_response("QueueDoesNotExist");
    }
    let Ok(poison) = serde_json::from_str::<Poison>(&request.message_body) else {
        return error_response("InvalidMessageContents");
    };
    let mut all = messages.0.lock().unwrap_or_else(PoisonError::into_inner);
    all.push(poison);
    Json(json!({ "MessageId": all.len().to_string() })).into_response()
}

fn error_response(kind: &str) -> Response {
    let body = json!({ "__type": format!("com.amazonaws.sqs#{kind}"), "message": kind });
    let kind = [(header::CONTENT_TYPE, "application/x-amz-json-1.0")];
    (StatusCode::BAD_REQUEST, kind, body.to_string()).into_response()
}

async fn list(State(messages): State<PoisonMessages>) -> Response {
    let entries: Vec<String> = messages
        .list()
        .iter()
        .rev()
        .map(|Poison { study, event, place, reason }| {
            let study = escaped(study.as_deref().unwrap_or("Pages of no study alone"));
            let (place, reason, event) = (escaped(place), escaped(reason), escaped(event));
            format!("<li><b>{study}</b>, {place}: {reason} <small>({event})</small></li>")
        })
        .collect();
    let body = if entries.is_empty() {
        "<p>Every study could be made since this server started.</p>".to_owned()
    } else {
        format!("<ol>\n{}\n</ol>", entries.join("\n"))
    };
    page(StatusCode::OK, "Studies That Can’t Be Made", &body)
}
