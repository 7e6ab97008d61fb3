//! Lets tests inspect the requests to these services, and reject some of them.

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

/// The observed requests.
#[derive(Debug, Clone, Default)]
pub struct RequestWatch(Arc<Mutex<WatchState>>);

#[derive(Debug, Default)]
struct WatchState {
    refused: Option<String>,
    headers_by_path: BTreeMap<String, UploadHeaders>,
}

/// The headers that a file was uploaded with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadHeaders {
    pub content_type: String,
    pub cache_control: String,
}

impl RequestWatch {
    /// Rejects requests that begin like this, such as `PUT /waypoint-site/articles/`, until the next call.
    pub fn reject_requests(&self, prefix: Option<&str>) {
        self.state().refused = prefix.map(str::to_owned);
    }

    /// Returns the headers of the last upload of a file.
    #[must_use]
    pub fn upload_headers(&self, path: &str) -> Option<UploadHeaders> {
        self.state().headers_by_path.get(&format!("/{}/{path}", super::bucket::NAME)).cloned()
    }

    fn state(&self) -> MutexGuard<'_, WatchState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn admits(&self, method: &Method, path: &str, headers: &HeaderMap) -> bool {
        let mut state = self.state();
        if state.refused.as_ref().is_some_and(|prefix| format!("{method} {path}").starts_with(prefix)) {
            return false;
        }
        if *method == Method::PUT && !headers.contains_key("x-amz-copy-source") {
            let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
            let upload = UploadHeaders {
                content_type: text(header::CONTENT_TYPE).into(),
                cache_control: text(header::CACHE_CONTROL).into(),
            };
            state.headers_by_path.insert(path.to_owned(), upload);
        }
        true
    }
}

pub(super) async fn watch_requests(
    State(watch): State<RequestWatch>,
    request: Request,
    next: Next,
) -> Response {
    if watch.admits(request.method(), request.uri().path(), request.headers()) {
        return next.run(request).await;
    }
    let body = "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>";
    (StatusCode::FORBIDDEN, [(header::CONTENT_TYPE, "application/xml")], body).into_response()
}
