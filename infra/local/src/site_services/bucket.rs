//! The bucket of the site over a folder: listing, putting and removing, as S3 answers.

use std::{
    fs, io,
    path::{Path as FilePath, PathBuf},
    sync::Arc,
};

use axum::{
    Router,
    body::Bytes,
    extract::{DefaultBodyLimit, Path, Query, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use serde::Deserialize;
use waypoint_publishing::site_file::digest;

use super::{digests::Digests, versions::Versions};
use crate::{local_page::escaped, whole_file};

/// The only bucket.
pub(crate) const NAME: &str = "waypoint-site";
/// No file has more bytes.
const LARGEST: usize = 32 << 20;
/// So many files are listed in an answer.
const LISTED: usize = 1000;

#[derive(Debug, Deserialize)]
struct Asked {
    #[serde(rename = "continuation-token")]
    after: Option<String>,
    #[serde(default)]
    prefix: String,
    /// Versions are wanted, and not files.
    versions: Option<String>,
}

/// What a bucket works with.
#[derive(Debug, Clone)]
struct Shelf {
    folder: Arc<PathBuf>,
    versions: Versions,
    digests: Digests,
}

/// The bucket over this folder.
pub(super) fn router(folder: PathBuf, versions: Versions) -> Router {
    Router::new()
        .route(&format!("/{NAME}"), get(list))
        .route(&format!("/{NAME}/"), get(list))
        .route(&format!("/{NAME}/{{*key}}"), get(give).put(take).delete(remove))
        .layer(DefaultBodyLimit::max(LARGEST))
        .with_state(Shelf { folder: Arc::new(folder), versions, digests: Digests::default() })
}

async fn list(
    State(Shelf { folder, versions, digests }): State<Shelf>,
    headers: HeaderMap,
    Query(asked): Query<Asked>,
) -> Response {
    if !is_signed(&headers) {
        return refused(StatusCode::FORBIDDEN, "AccessDenied");
    }
    if asked.versions.is_some() {
        return ([(header::CONTENT_TYPE, "application/xml")], versions.listed()).into_response();
    }
    let mut keys = Vec::new();
    if keys_below(&folder, "", &mut keys).is_err() {
        return refused(StatusCode::INTERNAL_SERVER_ERROR, "InternalError");
    }
    keys.retain(|key| key.starts_with(&asked.prefix));
    keys.sort();
    let first = asked.after.map_or(0, |after| keys.partition_point(|key| *key <= after));
    let last = keys.len().min(first + LISTED);
    let objects: String = keys[first..last].iter().filter_map(|key| object(&folder, &digests, key)).collect();
    let next = (last < keys.len())
        .then(|| format!("<NextContinuationToken>{}</NextContinuationToken>", escaped(&keys[last - 1])));
    let body = format!(
        "<?xml version=\"1.0\"?><ListBucketResult><Name>{NAME}</Name><IsTruncated>{}</IsTruncated>{}{objects}\
         </ListBucketResult>",
        next.is_some(),
        next.unwrap_or_default(),
    );
    ([(header::CONTENT_TYPE, "application/xml")], body).into_response()
}

/// A file that goes while the list is made is not in it.
fn object(folder: &FilePath, digests: &Digests, key: &str) -> Option<String> {
    let (size, digest) = digests.of(folder, key).ok()?;
    Some(format!(
        "<Contents><Key>{}</Key><Size>{size}</Size><ETag>&quot;{digest}&quot;</ETag></Contents>",
        escaped(key)
    ))
}

async fn give(State(shelf): State<Shelf>, Path(key): Path<String>, headers: HeaderMap) -> Response {
    if !is_signed(&headers) || !is_plain(&key) {
        return refused(StatusCode::FORBIDDEN, "AccessDenied");
    }
    fs::read(shelf.folder.join(&key))
        .map_or_else(|_| refused(StatusCode::NOT_FOUND, "NoSuchKey"), IntoResponse::into_response)
}

/// A file that is put, or a version that is put in its place.
async fn take(
    State(Shelf { folder, versions, digests }): State<Shelf>,
    Path(key): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if !is_signed(&headers) || !is_plain(&key) {
        return refused(StatusCode::FORBIDDEN, "AccessDenied");
    }
    let copied = headers.get("x-amz-copy-source").map(|source| versions.of(source));
    let body = match copied {
        Some(None) => return refused(StatusCode::NOT_FOUND, "NoSuchVersion"),
        Some(Some(version)) => version,
        None => body,
    };
    versions.keep(&key, &body);
    let written = whole_file::write(&folder.join(&key), &body);
    digests.forget(&key);
    match written {
        Ok(()) => {
            let digest = format!("\"{}\"", digest(&body));
            let copied = format!("<CopyObjectResult><ETag>{}</ETag></CopyObjectResult>", escaped(&digest));
            ([(header::ETAG, digest)], copied).into_response()
        }
        Err(_) => refused(StatusCode::INTERNAL_SERVER_ERROR, "InternalError"),
    }
}

async fn remove(
    State(Shelf { folder, digests, .. }): State<Shelf>,
    Path(key): Path<String>,
    headers: HeaderMap,
) -> Response {
    if !is_signed(&headers) || !is_plain(&key) {
        return refused(StatusCode::FORBIDDEN, "AccessDenied");
    }
    let removed = fs::remove_file(folder.join(&key));
    digests.forget(&key);
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            refused(StatusCode::INTERNAL_SERVER_ERROR, "InternalError")
        }
        _ => StatusCode::NO_CONTENT.into_response(),
    }
}

fn keys_below(folder: &FilePath, above: &str, keys: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            keys_below(&entry.path(), &format!("{above}{name}/"), keys)?;
        } else {
            keys.push(format!("{above}{name}"));
        }
    }
    Ok(())
}

fn is_plain(key: &str) -> bool {
    key.split('/').all(|part| !part.is_empty() && !part.starts_with('.'))
}

fn is_signed(headers: &HeaderMap) -> bool {
    headers.contains_key(header::AUTHORIZATION)
}

fn refused(status: StatusCode, code: &str) -> Response {
    let body = format!("<?xml version=\"1.0\"?><Error><Code>{code}</Code></Error>");
    (status, [(header::CONTENT_TYPE, "application/xml")], body).into_response()
}
