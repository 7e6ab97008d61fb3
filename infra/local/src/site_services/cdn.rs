//! The CDN's own API on the local machine. It has no caches, so invalidations are only recorded.

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

/// The invalidated addresses in order.
#[derive(Debug, Clone, Default)]
pub struct InvalidatedAddresses(Arc<Mutex<Vec<String>>>);

impl InvalidatedAddresses {
    /// Returns all addresses since the server started.
    #[must_use]
    pub fn list(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

pub(super) fn router(invalidated: InvalidatedAddresses) -> Router {
    let path = format!("/2020-05-31/distribution/{DISTRIBUTION}/invalidation");
    Router::new().route(&path, post(invalidate)).with_state(invalidated)
}

async fn invalidate(State(invalidated): State<InvalidatedAddresses>, body: String) -> Response {
    let addresses: Vec<String> = body
        .split("<Path>")
        .skip(1)
        .filter_map(|rest| rest.split_once("</Path>"))
        .map(|(address, _)| address.to_owned())
        .collect();
    if addresses.is_empty() {
        return StatusCode::BAD_REQUEST.into_response();
    }
    invalidated.0.lock().unwrap_or_else(PoisonError::into_inner).extend(addresses);
    let body = "<?xml version=\"1.0\"?><Invalidation><Id>LOCAL</Id><Status>Completed</Status>\
                <CreateTime>2026-01-01T00:00:00Z</CreateTime></Invalidation>";
    (StatusCode::CREATED, [(header::CONTENT_TYPE, "text/xml")], body).into_response()
}
