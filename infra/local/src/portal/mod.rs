//! A local fake for the study team's portal. It verifies and stores signed messages like a real portal, and shows
//! them.
//!
//! - [`received_messages`]: the received messages, and the portal's behavior
//! - [`pages`]: shows the messages, with buttons that act as the study team
//! - [`reporting`]: sends signed messages to the site, and verifies its signed answers

pub mod pages;
mod received_messages;
mod reporting;

use std::{io, net::SocketAddr};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode},
    routing::post,
};
use serde_json::Value;
use waypoint_functions::signed_message::SigningKey;

use crate::local_service::serve;
pub use received_messages::{Behavior, ReceivedMessage, ReceivedMessages};

/// The path that receives messages.
pub const PATH: &str = "/hook";

/// Starts the portal, which accepts messages signed with this key.
pub async fn start(desk: ReceivedMessages, key: SigningKey) -> io::Result<SocketAddr> {
    serve(Router::new().route(PATH, post(receive)).with_state((desk, key))).await
}

async fn receive(
    State((desk, key)): State<(ReceivedMessages, SigningKey)>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    match desk.behavior() {
        Behavior::Accepts => {}
        Behavior::Busy => return StatusCode::SERVICE_UNAVAILABLE,
        Behavior::Rejects => return StatusCode::UNPROCESSABLE_ENTITY,
    }
    let Ok(id) = key.verify(&headers, &body, desk.now()) else { return StatusCode::UNAUTHORIZED };
    let Ok(message) = serde_json::from_slice::<Value>(&body) else { return StatusCode::BAD_REQUEST };
    desk.put(ReceivedMessage { id, message });
    if desk.drops_answers() { StatusCode::BAD_GATEWAY } else { StatusCode::NO_CONTENT }
}
