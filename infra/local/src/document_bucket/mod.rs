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

/// The bucket over this shelf.
pub fn router(shelf: Shelf) -> Router {
    let one = format!("/{BUCKET}/{{key}}");
    Router::new()
        .route(&format!("/{BUCKET}"), post(take))
        .route(&format!("/{BUCKET}/"), post(take))
        .route(&one, get(give).put(copy).delete(remove))
        .layer(DefaultBodyLimit::max(LARGEST))
        .with_state(shelf)
}

async fn take(State(shelf): State<Shelf>, sent: Multipart) -> Result<StatusCode, Refusal> {
    let sent = form::read(sent).await?;
    let key = form::check(&sent, jiff::Timestamp::now())?;
    shelf.keep(&key, &sent.file).map_err(|_| Refusal::Internal)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn give(
    State(shelf): State<Shelf>,
    Path(key): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    link::check(&Method::GET, &uri, &headers, jiff::Timestamp::now())?;
    let document = shelf.read(&key).ok_or(Refusal::NoSuchKey)?;
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
    State(shelf): State<Shelf>,
    Path(key): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<StatusCode, Refusal> {
    link::check(&Method::PUT, &uri, &headers, jiff::Timestamp::now())?;
    let source = headers.get("x-amz-copy-source").and_then(|source| source.to_str().ok());
    let from = source.and_then(|source| source.strip_prefix(&format!("/{BUCKET}/")));
    let document = from.and_then(|from| shelf.read(from)).ok_or(Refusal::NoSuchKey)?;
    shelf.keep(&key, &document).map_err(|_| Refusal::Internal)?;
    Ok(StatusCode::OK)
}

async fn remove(
    State(shelf): State<Shelf>,
    Path(key): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<StatusCode, Refusal> {
    link::check(&Method::DELETE, &uri, &headers, jiff::Timestamp::now())?;
    shelf.remove(&key).map_err(|_| Refusal::Internal)?;
    Ok(StatusCode::NO_CONTENT)
}

/// The last byte of a range that begins with the first.
fn last_of_range(range: &HeaderValue) -> Option<usize> {
    range.to_str().ok()?.strip_prefix("bytes=0-")?.parse().ok()
}
