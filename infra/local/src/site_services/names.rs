//! The store of page names, with the protocol of the CDN's key-value store.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    Json, Router,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde::Deserialize;
use serde_json::{Value, json};

/// The names in the store.
#[derive(Debug, Clone, Default)]
pub struct Names(Arc<Mutex<StoreState>>);

#[derive(Debug, Default)]
struct StoreState {
    names: BTreeSet<String>,
    changes: usize,
    /// How many of the next changes conflict with another writer.
    conflicts: usize,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Change {
    #[serde(default)]
    puts: Vec<Key>,
    #[serde(default)]
    deletes: Vec<Key>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Key {
    key: String,
}

impl Names {
    /// Returns the names of all published files.
    #[must_use]
    pub fn list(&self) -> BTreeSet<String> {
        self.state().names.clone()
    }

    /// Makes the next changes conflict with another writer.
    pub fn make_conflicts(&self, times: usize) {
        self.state().conflicts = times;
    }

    fn state(&self) -> MutexGuard<'_, StoreState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StoreState {
    fn tag(&self) -> String {
        format!("state-{}", self.changes)
    }

    /// Returns the counts that are part of each answer.
    fn sizes(&self) -> Value {
        let bytes: usize = self.names.iter().map(|name| name.len() + 1).sum();
        json!({ "ItemCount": self.names.len(), "TotalSizeInBytes": bytes })
    }
}

pub(super) fn router(names: Names) -> Router {
    Router::new()
        .route("/key-value-stores/{arn}", get(describe))
        .route("/key-value-stores/{arn}/keys", get(list).post(change))
        .route("/key-value-stores/{arn}/keys/", post(change))
        .route("/key-value-stores/{arn}/keys/{key}", get(look_up))
        .with_state(names)
}

async fn describe(State(names): State<Names>, Path(arn): Path<String>) -> Response {
    let state = names.state();
    let mut body = state.sizes();
    body["KvsARN"] = json!(arn);
    body["Created"] = json!(0);
    body["Status"] = json!("READY");
    ([(header::ETAG, state.tag())], Json(body)).into_response()
}

async fn list(State(names): State<Names>) -> Response {
    let items: Vec<Value> =
        names.list().into_iter().map(|name| json!({ "Key": name, "Value": "1" })).collect();
    Json(json!({ "Items": items })).into_response()
}

async fn look_up(State(names): State<Names>, Path((_, key)): Path<(String, String)>) -> Response {
    let state = names.state();
    if !state.names.contains(&key) {
        return error_response(StatusCode::NOT_FOUND, "ResourceNotFoundException");
    }
    let mut body = state.sizes();
    body["Key"] = json!(key);
    body["Value"] = json!("1");
    Json(body).into_response()
}

async fn change(State(names): State<Names>, headers: HeaderMap, Json(change): Json<Change>) -> Response {
    let mut state = names.state();
    if let Some(conflicts) = state.conflicts.checked_sub(1) {
        state.conflicts = conflicts;
        state.changes += 1;
    }
    if headers.get(header::IF_MATCH).and_then(|tag| tag.to_str().ok()) != Some(&state.tag()) {
        return error_response(StatusCode::CONFLICT, "ConflictException");
    }
    state.names.extend(change.puts.into_iter().map(|put| put.key));
    for delete in change.deletes {
        state.names.remove(&delete.key);
    }
    state.changes += 1;
    ([(header::ETAG, state.tag())], Json(state.sizes())).into_response()
}

fn error_response(status: StatusCode, kind: &str) -> Response {
    (status, [("x-amzn-errortype", kind)], Json(json!({ "Message": kind }))).into_response()
}
