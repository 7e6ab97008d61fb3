//! Reloads the page in the browser when something has changed.
//!
//! Each page requests a picture that is only answered when something has changed. The content security policy allows
//! pictures on every page.

use std::{
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use axum::{
    Router,
    extract::{Query, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use tokio::sync::watch;

/// Browsers cancel requests that take much longer.
const MAX_WAIT: Duration = Duration::from_secs(25);

/// Appended to each page.
pub(crate) const SCRIPT: &str = "<script src=\"/_local/reload.js\"></script>";

const PICTURE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>";

/// Counts the changes since the server started.
#[derive(Debug, Clone)]
pub struct Changes {
    started: u128,
    count: Arc<watch::Sender<u64>>,
}

impl Default for Changes {
    fn default() -> Self {
        let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        Self { started, count: Arc::new(watch::Sender::new(0)) }
    }
}

impl Changes {
    /// Counts a change.
    pub(crate) fn increment(&self) {
        self.count.send_modify(|count| *count += 1);
    }

    /// Returns the current state, which differs between runs of the server.
    fn state(&self) -> String {
        format!("{}-{}", self.started, *self.count.borrow())
    }
}

/// Routes by which pages learn of changes.
pub(crate) fn router(changes: Changes) -> Router {
    Router::new()
        .route("/_local/reload.js", get(script))
        .route("/_local/changed", get(changed))
        .with_state(changes)
}

async fn script(State(changes): State<Changes>) -> Response {
    let state = changes.state();
    // Starting the request earlier would delay the page's load event.
    let script = format!(
        "function wait() {{\n  const sign = new Image();\n  sign.onload = () => location.reload();\n  \
         sign.onerror = () => setTimeout(wait, 500);\n  sign.src = `/_local/changed?{state}&${{Date.now()}}`;\n}}\n\
         addEventListener('load', () => setTimeout(wait));\n"
    );
    ([(header::CONTENT_TYPE, "text/javascript"), (header::CACHE_CONTROL, "no-store")], script).into_response()
}

/// Answers with a picture as soon as the state differs from the page's.
async fn changed(State(changes): State<Changes>, Query(query): Query<Vec<(String, String)>>) -> Response {
    let page_state = query.first().map(|(state, _)| state.as_str()).unwrap_or_default();
    let mut count = changes.count.subscribe();
    if page_state == changes.state() && tokio::time::timeout(MAX_WAIT, count.changed()).await.is_err() {
        return StatusCode::NO_CONTENT.into_response();
    }
    ([(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "no-store")], PICTURE).into_response()
}
