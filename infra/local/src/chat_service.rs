//! A fake for an agent service. It speaks `{message, chatId}` behind basic authentication, records the requests,
//! and returns prepared replies.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{any, post},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::Value;

/// The user that the service accepts.
pub const USER: &str = "waypoint";
/// The user's password.
pub const PASSWORD: &str = "a password of this machine";

/// A prepared reply of the service.
#[derive(Debug, Clone)]
pub enum Reply {
    /// A JSON body with status 200.
    Json(Value),
    /// Raw text.
    Raw(String),
    /// An error status, with the seconds to wait, if any.
    Error(u16, Option<u64>),
    /// A redirect with this status. The next reply goes to the client that follows it.
    Redirect(u16),
    /// No answer within any timeout.
    Hangs,
}

/// The recorded requests and the next replies. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Service {
    asked: Arc<Mutex<Vec<Value>>>,
    replies: Arc<Mutex<VecDeque<Reply>>>,
}

impl Service {
    /// Returns a service that gives these replies in order, and errors afterwards.
    #[must_use]
    pub fn with_replies(replies: impl IntoIterator<Item = Reply>) -> Self {
        Self { replies: Arc::new(Mutex::new(replies.into_iter().collect())), ..Self::default() }
    }

    /// Returns the bodies of all requests.
    #[must_use]
    pub fn requests(&self) -> Vec<Value> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn record(&self, body: Value) {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).push(body);
    }

    fn next(&self) -> Reply {
        let mut replies = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        replies.pop_front().unwrap_or(Reply::Error(500, None))
    }
}

/// Returns the service's routes.
pub fn router(desk: Service) -> Router {
    Router::new().route("/chat", post(chat)).route(MOVED, any(moved)).with_state(desk)
}

/// The target of redirects.
const MOVED: &str = "/moved";

/// Records and answers clients that follow a redirect.
async fn moved(State(desk): State<Service>) -> Response {
    desk.record(Value::from(MOVED));
    answer(desk.next()).await
}

async fn chat(State(desk): State<Service>, headers: HeaderMap, Json(body): Json<Value>) -> Response {
    let expected = format!("Basic {}", STANDARD.encode(format!("{USER}:{PASSWORD}")));
    if headers.get(header::AUTHORIZATION).is_none_or(|given| given.as_bytes() != expected.as_bytes()) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    desk.record(body);
    answer(desk.next()).await
}

async fn answer(reply: Reply) -> Response {
    match reply {
        Reply::Json(answer) => Json(answer).into_response(),
        Reply::Raw(text) => text.into_response(),
        Reply::Error(status, wait) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            let wait = wait.map(|seconds| (header::RETRY_AFTER, HeaderValue::from(seconds)));
            (status, HeaderMap::from_iter(wait)).into_response()
        }
        Reply::Redirect(status) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::FOUND);
            (status, [(header::LOCATION, MOVED)]).into_response()
        }
        Reply::Hangs => {
            tokio::time::sleep(Duration::from_mins(10)).await;
            StatusCode::OK.into_response()
        }
    }
}
