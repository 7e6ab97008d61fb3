//! The study team's portal on one machine: it takes signed messages, as a real one would, and shows what it has.
//!
//! - [`desk`]: the messages that have come, and the portal's mood
//! - [`pages`]: pages that show them, on which somebody can play the study team

mod desk;
pub mod pages;

use std::{io, net::SocketAddr};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode},
    routing::post,
};
use jiff::Timestamp;
use serde_json::Value;
use waypoint_functions::signed_message::SigningKey;

use crate::cloud::serve;
pub use desk::{Desk, Mood, Received};

/// Where it takes messages.
pub const PATH: &str = "/hook";

/// Starts the portal. It believes whoever knows the key.
///
/// # Errors
/// When there is no port.
pub async fn start(desk: Desk, key: SigningKey) -> io::Result<SocketAddr> {
    serve(Router::new().route(PATH, post(take)).with_state((desk, key))).await
}

async fn take(State((desk, key)): State<(Desk, SigningKey)>, headers: HeaderMap, body: Bytes) -> StatusCode {
    match desk.mood() {
        Mood::Takes => {}
        Mood::IsBusy => return StatusCode::SERVICE_UNAVAILABLE,
        Mood::Refuses => return StatusCode::UNPROCESSABLE_ENTITY,
    }
    let Ok(id) = key.believe(&headers, &body, Timestamp::now()) else { return StatusCode::UNAUTHORIZED };
    let Ok(message) = serde_json::from_slice::<Value>(&body) else { return StatusCode::BAD_REQUEST };
    desk.put(Received { id, message });
    if desk.loses_answers() { StatusCode::BAD_GATEWAY } else { StatusCode::NO_CONTENT }
}
