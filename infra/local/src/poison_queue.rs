//! The queue for studies that can't be made, on one machine: what of SQS's protocol the function uses, and a page that
//! shows what was told.

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

/// Where the page stands.
pub const PATH: &str = "/_local/poison";
/// The path of the only queue.
pub const QUEUE: &str = "/000000000000/poison-studies";

/// What was told since the server started.
#[derive(Debug, Clone, Default)]
pub struct Told(Arc<Mutex<Vec<Poison>>>);

impl Told {
    /// All of it, in order.
    #[must_use]
    pub fn all(&self) -> Vec<Poison> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Puts these in the place of what an event had told before.
    pub(crate) fn replace_all_of(&self, event: &str, now: impl Iterator<Item = Poison>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|poison| poison.event != event);
        all.extend(now);
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct SendMessage {
    queue_url: String,
    message_body: String,
}

/// The queue as a service of the cloud.
pub fn service(told: Told) -> Router {
    Router::new().route("/", post(take)).with_state(told)
}

/// The page.
pub fn pages(told: Told) -> Router {
    Router::new().route(PATH, get(list)).with_state(told)
}

async fn take(State(told): State<Told>, headers: HeaderMap, body: Bytes) -> Response {
    let target = headers.get("x-amz-target").and_then(|target| target.to_str().ok());
    if target != Some("AmazonSQS.SendMessage") || !headers.contains_key(header::AUTHORIZATION) {
        return refused("UnsupportedOperation");
    }
    let Ok(sent) = serde_json::from_slice::<SendMessage>(&body) else {
        return refused("InvalidParameterValue");
    };
    if !sent.queue_url.ends_with(QUEUE) {
        return refused("QueueDoesNotExist");
    }
    let Ok(poison) = serde_json::from_str::<Poison>(&sent.message_body) else {
        return refused("InvalidMessageContents");
    };
    let mut all = told.0.lock().unwrap_or_else(PoisonError::into_inner);
    all.push(poison);
    Json(json!({ "MessageId": all.len().to_string() })).into_response()
}

fn refused(kind: &str) -> Response {
    let body = json!({ "__type": format!("com.amazonaws.sqs#{kind}"), "message": kind });
    let kind = [(header::CONTENT_TYPE, "application/x-amz-json-1.0")];
    (StatusCode::BAD_REQUEST, kind, body.to_string()).into_response()
}

async fn list(State(told): State<Told>) -> Response {
    let entries: Vec<String> = told
        .all()
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
