//! The Lambda runtime interface: serves events one by one and receives the answers.

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

use crate::local_service::serve;

const NEXT: &str = "/2018-06-01/runtime/invocation/next";
const RESPONSE: &str = "/2018-06-01/runtime/invocation/{id}/response";
const ERROR: &str = "/2018-06-01/runtime/invocation/{id}/error";

/// The headers of each event: its id, a deadline far in the future, and the function.
const EVENT_HEADERS: [(&str, &str); 3] = [
    ("lambda-runtime-aws-request-id", "event"),
    ("lambda-runtime-deadline-ms", "4102444800000"),
    ("lambda-runtime-invoked-function-arn", "arn:aws:lambda:us-east-1:1:function:test"),
];

/// The platform's side of the interface.
#[derive(Debug)]
pub(super) struct Runtime {
    pub(super) address: SocketAddr,
    pub(super) polls: mpsc::UnboundedReceiver<()>,
    pub(super) events: mpsc::Sender<Value>,
    pub(super) answers: mpsc::UnboundedReceiver<Value>,
}

#[derive(Clone)]
struct Interface {
    poll_sender: mpsc::UnboundedSender<()>,
    events: Arc<Mutex<mpsc::Receiver<Value>>>,
    answer_sender: mpsc::UnboundedSender<Value>,
}

impl Runtime {
    pub(super) async fn start() -> io::Result<Self> {
        let (poll_sender, polls) = mpsc::unbounded_channel();
        let (events, event_receiver) = mpsc::channel(1);
        let (answer_sender, answers) = mpsc::unbounded_channel();
        let interface =
            Interface { poll_sender, events: Arc::new(Mutex::new(event_receiver)), answer_sender };
        let router = Router::new()
            .route(NEXT, get(next_event))
            .route(RESPONSE, post(receive_answer))
            .route(ERROR, post(receive_answer))
            .with_state(interface);
        Ok(Self { address: serve(router).await?, polls, events, answers })
    }
}

async fn next_event(State(interface): State<Interface>) -> Response {
    // A closed channel only means that nothing waits for polls any more.
    let _ = interface.poll_sender.send(());
    match interface.events.lock().await.recv().await {
        Some(event) => (EVENT_HEADERS, Json(event)).into_response(),
        None => std::future::pending().await,
    }
}

async fn receive_answer(
    State(interface): State<Interface>,
    Path(_): Path<String>,
    body: String,
) -> StatusCode {
    let answer = serde_json::from_str(&body).unwrap_or_else(|_| json!({ "unreadable": body }));
    match interface.answer_sender.send(answer) {
        Ok(()) => StatusCode::ACCEPTED,
        Err(_) => StatusCode::GONE,
    }
}
