//! A local registry that implements the parts of API v2 that we use.
//!
//! - [`file`]: the studies of a file; [`generated`]: any number of generated studies
//! - [`records`]: what the server needs of either
//! - [`query`]: answers a query for a page; [`faults`]: injects faults

pub mod faults;
pub mod file;
pub mod generated;
mod query;
mod records;

use std::{collections::HashMap, sync::Arc};

use axum::{
    Json, Router,
    extract::{Path, Query, State},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::get,
};
use serde_json::json;

pub use faults::Faults;
pub use file::{RegistryFile, RegistryFileError};
pub use generated::GeneratedRegistry;
use query::Server;
pub use records::RegistryRecords;

/// The maximum number of studies per page.
pub const MAX_PAGE_SIZE: usize = 1000;

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
