//! The registry on one machine: API v2's protocol over a file of studies.

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use axum::{
    Json, Router,
    extract::{Path as UrlPath, Query, State},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::get,
};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use waypoint_functions::secret::hex;

/// The most studies of one page here, so that even a small file has several pages.
const MOST_A_PAGE: usize = 50;

/// The sample that comes with the project.
const SAMPLE: &str = include_str!("../sample/registry.json");

/// A registry of a file.
#[derive(Debug, Clone)]
pub struct RegistryFile {
    studies: Arc<Vec<Value>>,
    /// Names this file and its state.
    pub source: String,
}

/// The file can't be used.
#[derive(Debug, thiserror::Error)]
pub enum RegistryFileError {
    /// It can't be read.
    #[error("the registry file {path} can't be read: {cause}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// It is no registry file.
    #[error(
        "the registry file {path} is not of the registry's shape: {what}; it must be {{\"studies\": […]}}"
    )]
    Shape {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        what: String,
    },
}

#[derive(Deserialize)]
struct File {
    studies: Vec<Value>,
}

impl RegistryFile {
    /// The sample that comes with the project.
    ///
    /// # Errors
    /// When it is broken.
    pub fn sample() -> Result<Self, RegistryFileError> {
        Self::parse(SAMPLE, Path::new("infra/local/sample/registry.json"))
    }

    /// A file of the registry's shape.
    ///
    /// # Errors
    /// When it can't be read, or is of another shape.
    pub fn read(path: &Path) -> Result<Self, RegistryFileError> {
        let text = fs::read_to_string(path)
            .map_err(|cause| RegistryFileError::Unreadable { path: path.to_owned(), cause })?;
        Self::parse(&text, path)
    }

    fn parse(text: &str, path: &Path) -> Result<Self, RegistryFileError> {
        let file: File = serde_json::from_str(text)
            .map_err(|error| RegistryFileError::Shape { path: path.to_owned(), what: error.to_string() })?;
        let source = format!("file:{}", hex(&Sha256::digest(text)));
        Ok(Self { studies: Arc::new(file.studies), source })
    }
}

/// A server of this registry.
pub fn router(file: &RegistryFile) -> Router {
    Router::new()
        .route("/studies", get(page))
        .route("/studies/{id}", get(one))
        .with_state(Arc::clone(&file.studies))
}

/// A page of studies. The token is the place of the page's first study, as a word that a client
/// has no reason to understand.
async fn page(
    State(studies): State<Arc<Vec<Value>>>,
    Query(query): Query<HashMap<String, String>>,
) -> Response {
    let start = match query.get("pageToken") {
        None => Some(0),
        Some(token) => {
            token.strip_prefix("from-").and_then(|n| n.parse().ok()).filter(|n| *n < studies.len())
        }
    };
    let Some(start) = start else {
        return (StatusCode::BAD_REQUEST, "pageToken is not valid").into_response();
    };
    let size = query.get("pageSize").and_then(|n| n.parse().ok()).unwrap_or(10).clamp(1, MOST_A_PAGE);
    let end = (start + size).min(studies.len());
    let mut body = json!({ "studies": &studies[start..end] });
    if end < studies.len() {
        body["nextPageToken"] = json!(format!("from-{end}"));
    }
    if query.get("countTotal").is_some_and(|flag| flag == "true") {
        body["totalCount"] = json!(studies.len());
    }
    Json(body).into_response()
}

async fn one(State(studies): State<Arc<Vec<Value>>>, UrlPath(id): UrlPath<String>) -> Response {
    let found = studies.iter().find(|study| {
        study.pointer("/protocolSection/identificationModule/nctId").and_then(Value::as_str) == Some(&id)
    });
    match found {
        Some(study) => Json(study).into_response(),
        None => (StatusCode::NOT_FOUND, "no such study").into_response(),
    }
}
