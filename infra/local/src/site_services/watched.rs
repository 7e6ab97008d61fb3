//! What tests see of the requests to these services, and which of them they have refused.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

/// The requests.
#[derive(Debug, Clone, Default)]
pub struct Watched(Arc<Mutex<Seen>>);

#[derive(Debug, Default)]
struct Seen {
    refused: Option<String>,
    told: BTreeMap<String, Told>,
}

/// What a file was put with: its kind, and how long caches may keep it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// `Content-Type`.
    pub kind: String,
    /// `Cache-Control`.
    pub kept: String,
}

impl Watched {
    /// Refuses requests that begin like this, such as `PUT /waypoint-site/articles/`, until it is told otherwise.
    pub fn refuse(&self, begin: Option<&str>) {
        self.seen().refused = begin.map(str::to_owned);
    }

    /// With what a file of the site was put the last time.
    #[must_use]
    pub fn told_of(&self, path: &str) -> Option<Told> {
        self.seen().told.get(&format!("/{}/{path}", super::BUCKET)).cloned()
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lets(&self, method: &Method, path: &str, headers: &HeaderMap) -> bool {
        let mut seen = self.seen();
        if seen.refused.as_ref().is_some_and(|begin| format!("{method} {path}").starts_with(begin)) {
            return false;
        }
        if *method == Method::PUT && !headers.contains_key("x-amz-copy-source") {
            let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
            let told =
                Told { kind: text(header::CONTENT_TYPE).into(), kept: text(header::CACHE_CONTROL).into() };
            seen.told.insert(path.to_owned(), told);
        }
        true
    }
}

pub(super) async fn watched(State(watched): State<Watched>, request: Request, next: Next) -> Response {
    if watched.lets(request.method(), request.uri().path(), request.headers()) {
        return next.run(request).await;
    }
    let body = "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>";
    (StatusCode::FORBIDDEN, [(header::CONTENT_TYPE, "application/xml")], body).into_response()
}
