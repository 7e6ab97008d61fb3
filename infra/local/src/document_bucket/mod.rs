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
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};

use crate::access::{
    guard::Guard,
    request::{of_missing_document, on_document},
};
pub use shelf::Shelf;

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
        .route(&one, get(give).put(copy).delete(remove))
        .layer(DefaultBodyLimit::max(LARGEST))
        .with_state(Bucket { shelf, guard })
}

async fn take(State(bucket): State<Bucket>, sent: Multipart) -> Result<StatusCode, Refusal> {
    let sent = form::read(sent).await?;
    let key = form::check(&sent, jiff::Timestamp::now())?;
    bucket.check(sent.token(), &Method::POST)?;
    bucket.shelf.keep(&key, &sent.file).map_err(|_| Refusal::Internal)?;
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
    let all = document.len();
    let Some(last) = headers.get(header::RANGE).and_then(last_of_range) else {
        return Ok(document.into_response());
    };
    let end = last.saturating_add(1).min(all);
    let part = Bytes::from(document).slice(..end);
    let mut answer = (StatusCode::PARTIAL_CONTENT, part).into_response();
    let range = format!("bytes 0-{}/{all}", end.saturating_sub(1));
    if let Ok(range) = HeaderValue::try_from(range) {
        answer.headers_mut().insert(header::CONTENT_RANGE, range);
    }
    Ok(answer)
}

async fn copy(
    State(bucket): State<Bucket>,
    Path(key): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<StatusCode, Refusal> {
    let token = link::check(&Method::PUT, &uri, &headers, jiff::Timestamp::now())?;
    // What is copied is read as well.
    bucket.check(&token, &Method::GET)?;
    bucket.check(&token, &Method::PUT)?;
    let source = headers.get("x-amz-copy-source").and_then(|source| source.to_str().ok());
    let from = source.and_then(|source| source.strip_prefix(&format!("/{BUCKET}/")));
    let document = from.and_then(|from| bucket.shelf.read(from)).ok_or_else(|| bucket.missing(&token))?;
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

/// The last byte of a range that begins with the first.
fn last_of_range(range: &HeaderValue) -> Option<usize> {
    range.to_str().ok()?.strip_prefix("bytes=0-")?.parse().ok()
}
