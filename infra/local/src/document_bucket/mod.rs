//! The bucket of documents on one machine: what of S3's protocol the site uses, a form that somebody else has signed
//! ([`form`]) and links that are signed ([`link`]), over a shelf of documents.

mod form;
mod link;
mod shelf;
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
    request::{of_missing_document, on_document},
};
pub use shelf::{Shelf, Stored};

/// The only bucket.
pub const BUCKET: &str = "waypoint-documents";
/// Where it is.
pub const REGION: &str = "us-east-1";
/// Who may do something there.
pub const ACCESS_KEY: &str = "local";
/// By what they sign.
pub const SECRET_KEY: &str = "local";
/// No request has more bytes: a document, and the fields beside it.
const LARGEST: usize = 12 << 20;

/// Why something is refused, as S3 names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refusal {
    AccessDenied,
    EntityTooLarge,
    EntityTooSmall,
    MalformedPost,
    NoSuchKey,
    Internal,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, code) = match self {
            Self::AccessDenied => (StatusCode::FORBIDDEN, "AccessDenied"),
            Self::EntityTooLarge => (StatusCode::BAD_REQUEST, "EntityTooLarge"),
            Self::EntityTooSmall => (StatusCode::BAD_REQUEST, "EntityTooSmall"),
            Self::MalformedPost => (StatusCode::BAD_REQUEST, "MalformedPOSTRequest"),
            Self::NoSuchKey => (StatusCode::NOT_FOUND, "NoSuchKey"),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "InternalError"),
        };
        let body = format!("<?xml version=\"1.0\"?><Error><Code>{code}</Code></Error>");
        (status, [(header::CONTENT_TYPE, "application/xml")], body).into_response()
    }
}

/// The shelf, and what holds the rights of whoever signs.
#[derive(Debug, Clone)]
struct Bucket {
    shelf: Shelf,
    guard: Option<Guard>,
}

impl Bucket {
    /// Whether whoever signed with this token may do this.
    fn check(&self, token: &str, method: &Method) -> Result<(), Refusal> {
        let Some(guard) = &self.guard else { return Ok(()) };
        let may = on_document(method).is_some_and(|grant| guard.allows(token, &grant));
        if may { Ok(()) } else { Err(Refusal::AccessDenied) }
    }

    /// What is answered where a document is not.
    fn missing(&self, token: &str) -> Refusal {
        let may_know = self.guard.as_ref().is_none_or(|guard| guard.allows(token, &of_missing_document()));
        if may_know { Refusal::NoSuchKey } else { Refusal::AccessDenied }
    }
}

/// The bucket over this shelf, which does for a function what a guard allows.
pub fn router(shelf: Shelf, guard: Option<Guard>) -> Router {
    let one = format!("/{BUCKET}/{{key}}");
    Router::new()
        .route(&format!("/{BUCKET}"), post(take))
        .route(&format!("/{BUCKET}/"), post(take))
        .route(&one, get(give).put(put).delete(remove))
        .layer(DefaultBodyLimit::max(LARGEST))
        .with_state(Bucket { shelf, guard })
}

async fn take(State(bucket): State<Bucket>, sent: Multipart) -> Result<StatusCode, Refusal> {
    let sent = form::read(sent).await?;
    let key = form::check(&sent, jiff::Timestamp::now())?;
    bucket.check(sent.token(), &Method::POST)?;
    bucket.shelf.keep(&key, &sent.into_stored()).map_err(|_| Refusal::Internal)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn give(
    State(bucket): State<Bucket>,
    Path(key): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
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

/// Keeps what is sent, with the headers of which the bucket takes note.
async fn put(
    State(bucket): State<Bucket>,
    Path(key): Path<String>,
    uri: Uri,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<StatusCode, Refusal> {
    let token = link::check(&Method::PUT, &uri, &headers, jiff::Timestamp::now())?;
    bucket.check(&token, &Method::PUT)?;
    let kept = [header::CACHE_CONTROL, header::CONTENT_DISPOSITION, header::CONTENT_TYPE];
    let value = |name: &HeaderName| Some((name.to_string(), headers.get(name)?.to_str().ok()?.to_owned()));
    let document = Stored { bytes: bytes.to_vec(), headers: kept.iter().filter_map(value).collect() };
    bucket.shelf.keep(&key, &document).map_err(|_| Refusal::Internal)?;
    Ok(StatusCode::OK)
}

async fn remove(
    State(bucket): State<Bucket>,
    Path(key): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<StatusCode, Refusal> {
    let token = link::check(&Method::DELETE, &uri, &headers, jiff::Timestamp::now())?;
    bucket.check(&token, &Method::DELETE)?;
    bucket.shelf.remove(&key).map_err(|_| Refusal::Internal)?;
    Ok(StatusCode::NO_CONTENT)
}
