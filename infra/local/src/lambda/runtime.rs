//! The runtime interface: hands out one event after another and takes the answers.

use std::{io, net::SocketAddr, sync::Arc};

use axum::{
    Json, Router,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde_json::{Value, json};
use tokio::sync::{Mutex, mpsc};

use crate::cloud::serve;

const NEXT: &str = "/2018-06-01/runtime/invocation/next";
const RESPONSE: &str = "/2018-06-01/runtime/invocation/{id}/response";
const ERROR: &str = "/2018-06-01/runtime/invocation/{id}/error";

/// What is told of each event besides it: an id, a time far ahead by which it has to be answered, and the function.
const TOLD: [(&str, &str); 3] = [
    ("lambda-runtime-aws-request-id", "event"),
    ("lambda-runtime-deadline-ms", "4102444800000"),
    ("lambda-runtime-invoked-function-arn", "arn:aws:lambda:us-east-1:1:function:test"),
];

/// The side of the platform.
#[derive(Debug)]
pub(super) struct Runtime {
    pub(super) address: SocketAddr,
    pub(super) polls: mpsc::UnboundedReceiver<()>,
    pub(super) events: mpsc::Sender<Value>,
    pub(super) answers: mpsc::UnboundedReceiver<Value>,
}

#[derive(Clone)]
struct Interface {
    polled: mpsc::UnboundedSender<()>,
    events: Arc<Mutex<mpsc::Receiver<Value>>>,
    answered: mpsc::UnboundedSender<Value>,
}

impl Runtime {
    pub(super) async fn start() -> io::Result<Self> {
        let (polled, polls) = mpsc::unbounded_channel();
        let (events, waiting) = mpsc::channel(1);
        let (answered, answers) = mpsc::unbounded_channel();
        let interface = Interface { polled, events: Arc::new(Mutex::new(waiting)), answered };
        let router = Router::new()
            .route(NEXT, get(next))
            .route(RESPONSE, post(take))
            .route(ERROR, post(take))
            .with_state(interface);
        Ok(Self { address: serve(router).await?, polls, events, answers })
    }
}

async fn next(State(interface): State<Interface>) -> Response {
    // Whoever no longer listens has seen what it waited for.
    let _ = interface.polled.send(());
    match interface.events.lock().await.recv().await {
        Some(event) => (TOLD, Json(event)).into_response(),
        None => std::future::pending().await,
    }
}

async fn take(State(interface): State<Interface>, Path(_): Path<String>, body: String) -> StatusCode {
    let answer = serde_json::from_str(&body).unwrap_or_else(|_| json!({ "unreadable": body }));
    match interface.answered.send(answer) {
        Ok(()) => StatusCode::ACCEPTED,
        Err(_) => StatusCode::GONE,
    }
}
