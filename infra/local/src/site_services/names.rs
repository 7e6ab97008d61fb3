//! The store of page names on one machine, by the protocol of the CDN's key-value store.

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
pub struct Names(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    names: BTreeSet<String>,
    changes: usize,
    /// How often somebody else is faster yet.
    others: usize,
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
    /// All of them.
    #[must_use]
    pub fn all(&self) -> BTreeSet<String> {
        self.kept().names.clone()
    }

    /// Lets somebody else change the store just before each of the next changes.
    pub fn let_others_in(&self, times: usize) {
        self.kept().others = times;
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn tag(&self) -> String {
        format!("state-{}", self.changes)
    }

    /// The numbers that go with each answer.
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
    let kept = names.kept();
    let mut body = kept.sizes();
    body["KvsARN"] = json!(arn);
    body["Created"] = json!(0);
    body["Status"] = json!("READY");
    ([(header::ETAG, kept.tag())], Json(body)).into_response()
}

async fn list(State(names): State<Names>) -> Response {
    let items: Vec<Value> =
        names.all().into_iter().map(|name| json!({ "Key": name, "Value": "1" })).collect();
    Json(json!({ "Items": items })).into_response()
}

async fn look_up(State(names): State<Names>, Path((_, key)): Path<(String, String)>) -> Response {
    let kept = names.kept();
    if !kept.names.contains(&key) {
        return refused(StatusCode::NOT_FOUND, "ResourceNotFoundException");
    }
    let mut body = kept.sizes();
    body["Key"] = json!(key);
    body["Value"] = json!("1");
    Json(body).into_response()
}

async fn change(State(names): State<Names>, headers: HeaderMap, Json(change): Json<Change>) -> Response {
    let mut kept = names.kept();
    if let Some(others) = kept.others.checked_sub(1) {
        kept.others = others;
        kept.changes += 1;
    }
    if headers.get(header::IF_MATCH).and_then(|tag| tag.to_str().ok()) != Some(&kept.tag()) {
        return refused(StatusCode::CONFLICT, "ConflictException");
    }
    kept.names.extend(change.puts.into_iter().map(|put| put.key));
    for gone in change.deletes {
        kept.names.remove(&gone.key);
    }
    kept.changes += 1;
    ([(header::ETAG, kept.tag())], Json(kept.sizes())).into_response()
}

fn refused(status: StatusCode, kind: &str) -> Response {
    (status, [("x-amzn-errortype", kind)], Json(json!({ "Message": kind }))).into_response()
}
