//! The CDN's own calls on one machine: it has no caches, so what it is told to forget is noted.

use std::sync::{Arc, Mutex, PoisonError};

use axum::{
    Router,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::post,
};

/// The only distribution.
pub(super) const DISTRIBUTION: &str = "LOCAL";

/// The addresses that caches were told to forget, in order.
#[derive(Debug, Clone, Default)]
pub struct Forgotten(Arc<Mutex<Vec<String>>>);

impl Forgotten {
    /// All of them since the server started.
    #[must_use]
    pub fn all(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

pub(super) fn router(forgotten: Forgotten) -> Router {
    let path = format!("/2020-05-31/distribution/{DISTRIBUTION}/invalidation");
    Router::new().route(&path, post(forget)).with_state(forgotten)
}

async fn forget(State(forgotten): State<Forgotten>, body: String) -> Response {
    let named: Vec<String> = body
        .split("<Path>")
        .skip(1)
        .filter_map(|rest| rest.split_once("</Path>"))
        .map(|(address, _)| address.to_owned())
        .collect();
    if named.is_empty() {
        return StatusCode::BAD_REQUEST.into_response();
    }
    forgotten.0.lock().unwrap_or_else(PoisonError::into_inner).extend(named);
    let body = "<?xml version=\"1.0\"?><Invalidation><Id>LOCAL</Id><Status>Completed</Status>\
                <CreateTime>2026-01-01T00:00:00Z</CreateTime></Invalidation>";
    (StatusCode::CREATED, [(header::CONTENT_TYPE, "text/xml")], body).into_response()
}
