//! An agent service on one machine: it speaks `{message, chatId}` behind basic authorization, notes what it is asked, and
//! answers what it is told to.

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

/// The user that the service knows.
pub const USER: &str = "waypoint";
/// The user's password.
pub const PASSWORD: &str = "a password of this machine";

/// One answer of the service.
#[derive(Debug, Clone)]
pub enum Reply {
    /// This, as JSON.
    Says(Value),
    /// This, as it is.
    Raw(String),
    /// A refusal, with the seconds that it asks to wait.
    Refuses(u16, Option<u64>),
    /// That the service has moved, with this status: where it leads, the next reply is given to whatever is sent there.
    Moves(u16),
    /// Nothing, for longer than anybody waits.
    Hangs,
}

/// What the service was asked, and what it answers next. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Desk {
    asked: Arc<Mutex<Vec<Value>>>,
    replies: Arc<Mutex<VecDeque<Reply>>>,
}

impl Desk {
    /// A service that answers these, one after another, and then refuses.
    #[must_use]
    pub fn with(replies: impl IntoIterator<Item = Reply>) -> Self {
        Self { replies: Arc::new(Mutex::new(replies.into_iter().collect())), ..Self::default() }
    }

    /// The bodies that it was sent.
    #[must_use]
    pub fn asked(&self) -> Vec<Value> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note(&self, body: Value) {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).push(body);
    }

    fn next(&self) -> Reply {
        let mut replies = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        replies.pop_front().unwrap_or(Reply::Refuses(500, None))
    }
}

/// The service.
pub fn router(desk: Desk) -> Router {
    Router::new().route("/chat", post(chat)).route(MOVED, any(moved)).with_state(desk)
}

/// Where the service leads to when it says that it has moved.
const MOVED: &str = "/moved";

/// Whoever follows there is noted, and gets an answer.
async fn moved(State(desk): State<Desk>) -> Response {
    desk.note(Value::from(MOVED));
    answer(desk.next()).await
}

async fn chat(State(desk): State<Desk>, headers: HeaderMap, Json(body): Json<Value>) -> Response {
    let known = format!("Basic {}", STANDARD.encode(format!("{USER}:{PASSWORD}")));
    if headers.get(header::AUTHORIZATION).is_none_or(|given| given.as_bytes() != known.as_bytes()) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    desk.note(body);
    answer(desk.next()).await
}

async fn answer(reply: Reply) -> Response {
    match reply {
        Reply::Says(answer) => Json(answer).into_response(),
        Reply::Raw(text) => text.into_response(),
        Reply::Refuses(status, wait) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            let wait = wait.map(|seconds| (header::RETRY_AFTER, HeaderValue::from(seconds)));
            (status, HeaderMap::from_iter(wait)).into_response()
        }
        Reply::Moves(status) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::FOUND);
            (status, [(header::LOCATION, MOVED)]).into_response()
        }
        Reply::Hangs => {
            tokio::time::sleep(Duration::from_mins(10)).await;
            StatusCode::OK.into_response()
        }
    }
}
