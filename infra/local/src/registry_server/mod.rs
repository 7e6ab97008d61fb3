//! The registry on one machine: what we use of API v2's protocol, over the records of a shelf.
//!
//! - [`file`]: a file of records; [`made_up`]: as many made-up records as one likes
//! - [`query`]: which records are asked for; [`faults`]: what goes wrong, on demand

pub mod faults;
pub mod file;
pub mod made_up;
mod query;

use std::{collections::HashMap, sync::Arc};

use axum::{
    Json, Router,
    extract::{Path, Query, State},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::get,
};
use serde_json::{Value, json};

pub use faults::Faults;
pub use file::{RegistryFile, RegistryFileError};
pub use made_up::MadeUp;

/// The most studies of one page.
pub const MOST_A_PAGE: usize = 1000;

/// The records of a registry, each at a place of its own that stays the same.
pub trait Shelf: Send + Sync + 'static {
    /// The state of the records: the time at which they were made.
    fn version(&self) -> String;
    /// How many places there are.
    fn places(&self) -> usize;
    /// The day on which the record of a place last changed; nothing when there is no record.
    fn updated(&self, place: usize) -> Option<String>;
    /// The record of a place.
    fn record(&self, place: usize) -> Option<Value>;
    /// The place of a number.
    fn place_of(&self, number: &str) -> Option<usize>;
    /// The record of a place as it was some time ago.
    fn record_of_before(&self, place: usize) -> Option<Value> {
        self.record(place)
    }
    /// Told before each page, for records that change while one pages.
    fn before_a_page(&self) {}
}

#[derive(Clone)]
struct Server {
    shelf: Arc<dyn Shelf>,
    most_a_page: usize,
    overlap: Option<u64>,
}

/// A server of these records.
pub fn router(shelf: Arc<dyn Shelf>) -> Router {
    router_with(shelf, MOST_A_PAGE, None)
}

/// A server with pages of at most so many studies. With a seed, a page may begin with some studies of the page
/// before, as they were some time ago.
pub fn router_with(shelf: Arc<dyn Shelf>, most_a_page: usize, overlap: Option<u64>) -> Router {
    Router::new()
        .route("/version", get(version))
        .route("/studies", get(page))
        .route("/studies/{id}", get(one))
        .with_state(Server { shelf, most_a_page, overlap })
}

async fn version(State(server): State<Server>) -> Response {
    Json(json!({ "apiVersion": "2.0.0", "dataTimestamp": server.shelf.version() })).into_response()
}

async fn page(State(server): State<Server>, Query(asked): Query<HashMap<String, String>>) -> Response {
    server.shelf.before_a_page();
    match query::page(&server, &asked) {
        Ok(page) => Json(page).into_response(),
        Err(why) => (StatusCode::BAD_REQUEST, why).into_response(),
    }
}

async fn one(State(server): State<Server>, Path(id): Path<String>) -> Response {
    match server.shelf.place_of(&id).and_then(|place| server.shelf.record(place)) {
        Some(study) => Json(study).into_response(),
        None => (StatusCode::NOT_FOUND, "no such study").into_response(),
    }
}
