//! A local registry that implements the parts of API v2 that we use.
//!
//! - [`file`]: the studies of a file; [`made_up`]: any number of generated studies
//! - [`query`]: answers a query for a page; [`faults`]: injects faults

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
pub use made_up::GeneratedRegistry;

/// The maximum number of studies per page.
pub const MAX_PAGE_SIZE: usize = 1000;

/// The records of a registry. Each record keeps its index.
pub trait RegistryRecords: Send + Sync + 'static {
    /// Returns the version of the data: the time at which it was published.
    fn version(&self) -> String;
    /// Returns the number of indexes.
    fn count(&self) -> usize;
    /// Returns the day of the last change to a record, or `None` if there is no record at the index.
    fn updated(&self, index: usize) -> Option<String>;
    /// Returns the record at an index.
    fn record(&self, index: usize) -> Option<Value>;
    /// Returns the index of an NCT number.
    fn index_of(&self, number: &str) -> Option<usize>;
    /// Returns an earlier version of the record at an index.
    fn earlier_record(&self, index: usize) -> Option<Value> {
        self.record(index)
    }
    /// Called before each page, for records that change while pages are read.
    fn before_page(&self) {}
}

#[derive(Clone)]
struct Server {
    shelf: Arc<dyn RegistryRecords>,
    max_page_size: usize,
    overlap: Option<u64>,
}

/// Returns the routes of a registry with these records.
pub fn router(shelf: Arc<dyn RegistryRecords>) -> Router {
    router_with(shelf, MAX_PAGE_SIZE, None)
}

/// Returns the routes of a registry with limited pages. With a seed, a page may repeat some studies of the previous
/// page, in an earlier version.
pub fn router_with(shelf: Arc<dyn RegistryRecords>, max_page_size: usize, overlap: Option<u64>) -> Router {
    Router::new()
        .route("/version", get(version))
        .route("/studies", get(page))
        .route("/studies/{id}", get(study))
        .with_state(Server { shelf, max_page_size, overlap })
}

async fn version(State(server): State<Server>) -> Response {
    Json(json!({ "apiVersion": "2.0.0", "dataTimestamp": server.shelf.version() })).into_response()
}

async fn page(State(server): State<Server>, Query(parameters): Query<HashMap<String, String>>) -> Response {
    server.shelf.before_page();
    match query::page(&server, &parameters) {
        Ok(page) => Json(page).into_response(),
        Err(reason) => (StatusCode::BAD_REQUEST, reason).into_response(),
    }
}

async fn study(State(server): State<Server>, Path(id): Path<String>) -> Response {
    match server.shelf.index_of(&id).and_then(|index| server.shelf.record(index)) {
        Some(record) => Json(record).into_response(),
        None => (StatusCode::NOT_FOUND, "no such study").into_response(),
    }
}
