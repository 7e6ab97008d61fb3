//! The local bucket of documents: the parts of S3's protocol that the site uses, with presigned forms ([`form`]) and
//! links ([`link`]), over a shelf of documents.

mod account;
mod document_store;
mod form;
mod link;
mod rejection;
mod signing;

use axum::{
    Router,
    body::Bytes,
    extract::{DefaultBodyLimit, Multipart, Path, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};

use crate::access::{
    guard::Guard,
    request::{document_grant, missing_document_grant},
};
pub(crate) use account::FunctionCredentials;
pub use account::{ACCESS_KEY, BUCKET, REGION, SECRET_KEY};
pub use document_store::{Document, DocumentStore};
use rejection::Rejection;

/// The maximum size of a request in bytes: a document and the other fields of its form.
const MAX_REQUEST: usize = 12 << 20;

/// The documents, and the guard that checks the signer's permissions.
#[derive(Debug, Clone)]
struct Bucket {
    shelf: DocumentStore,
    guard: Option<Guard>,
}

impl Bucket {
    /// Checks that the function that signed with this token may do this.
    fn check(&self, token: &str, method: &Method) -> Result<(), Rejection> {
        let Some(guard) = &self.guard else { return Ok(()) };
        let is_allowed = document_grant(method).is_some_and(|grant| guard.allows(token, &grant));
        if is_allowed { Ok(()) } else { Err(Rejection::AccessDenied) }
    }

    /// Returns the error for a missing document.
    fn missing(&self, token: &str) -> Rejection {
        let may_list = self.guard.as_ref().is_none_or(|guard| guard.allows(token, &missing_document_grant()));
        if may_list { Rejection::NoSuchKey } else { Rejection::AccessDenied }
    }
}

/// Returns the routes of the bucket over this shelf, with a guard that checks the permissions of functions.
pub fn router(shelf: DocumentStore, guard: Option<Guard>) -> Router {
    let document_path = format!("/{BUCKET}/{{key}}");
    Router::new()
        .route(&format!("/{BUCKET}"), post(post_form))
        .route(&format!("/{BUCKET}/"), post(post_form))
        .route(&document_path, get(get_document).put(put_document).delete(remove_document))
        .layer(DefaultBodyLimit::max(MAX_REQUEST))
        .with_state(Bucket { shelf, guard })
}

async fn post_form(State(bucket): State<Bucket>, form: Multipart) -> Result<StatusCode, Rejection> {
    let form = form::read(form).await?;
    let key = form::check(&form, jiff::Timestamp::now())?;
    bucket.check(form.token(), &Method::POST)?;
    bucket.shelf.store(&key, &form.into_document()).map_err(|_| Rejection::Internal)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn get_document(
    State(bucket): State<Bucket>,
    Path(key): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Rejection> {
    let token = link::check(&Method::GET, &uri, &headers, jiff::Timestamp::now())?;
    bucket.check(&token, &Method::GET)?;
    let document = bucket.shelf.read(&key).ok_or_else(|| bucket.missing(&token))?;
    let mut answer = document.bytes.into_response();
    for (name, value) in &document.headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            answer.headers_mut().insert(name, value);
        }
    }
    Ok(answer)
}

/// Stores the request body with the headers that the bucket keeps.
async fn put_document(
    State(bucket): State<Bucket>,
    Path(key): Path<String>,
    uri: Uri,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<StatusCode, Rejection> {
    let token = link::check(&Method::PUT, &uri, &headers, jiff::Timestamp::now())?;
    bucket.check(&token, &Method::PUT)?;
    let stored_headers = [header::CACHE_CONTROL, header::CONTENT_DISPOSITION, header::CONTENT_TYPE];
    let value = |name: &HeaderName| Some((name.to_string(), headers.get(name)?.to_str().ok()?.to_owned()));
    let document =
        Document { bytes: bytes.to_vec(), headers: stored_headers.iter().filter_map(value).collect() };
    bucket.shelf.store(&key, &document).map_err(|_| Rejection::Internal)?;
    Ok(StatusCode::OK)
}

async fn remove_document(
    State(bucket): State<Bucket>,
    Path(key): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<StatusCode, Rejection> {
    let token = link::check(&Method::DELETE, &uri, &headers, jiff::Timestamp::now())?;
    bucket.check(&token, &Method::DELETE)?;
    bucket.shelf.remove(&key).map_err(|_| Rejection::Internal)?;
    Ok(StatusCode::NO_CONTENT)
}
