//! The site's bucket over a folder: lists, uploads, and removes files like S3.

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
use crate::{atomic_write, local_page::escaped};

/// The only bucket.
pub(crate) const NAME: &str = "waypoint-site";
/// The maximum size of a file in bytes.
const MAX_FILE: usize = 32 << 20;
/// The maximum number of files per listing.
const MAX_LISTED: usize = 1000;

#[derive(Debug, Deserialize)]
struct ListQuery {
    #[serde(rename = "continuation-token")]
    after: Option<String>,
    #[serde(default)]
    prefix: String,
    /// Present if versions are requested instead of files.
    versions: Option<String>,
}

/// The state of a bucket.
#[derive(Debug, Clone)]
struct Shelf {
    folder: Arc<PathBuf>,
    versions: Versions,
    digests: Digests,
}

/// Returns the routes of a bucket over this folder.
pub(super) fn router(folder: PathBuf, versions: Versions) -> Router {
    Router::new()
        .route(&format!("/{NAME}"), get(list))
        .route(&format!("/{NAME}/"), get(list))
        .route(&format!("/{NAME}/{{*key}}"), get(get_object).put(put_object).delete(remove_object))
        .layer(DefaultBodyLimit::max(MAX_FILE))
        .with_state(Shelf { folder: Arc::new(folder), versions, digests: Digests::default() })
}

async fn list(
    State(Shelf { folder, versions, digests }): State<Shelf>,
    headers: HeaderMap,
    Query(query): Query<ListQuery>,
) -> Response {
    if !is_signed(&headers) {
        return error_response(StatusCode::FORBIDDEN, "AccessDenied");
    }
    if query.versions.is_some() {
        return ([(header::CONTENT_TYPE, "application/xml")], versions.list_xml()).into_response();
    }
    let mut keys = Vec::new();
    if keys_below(&folder, "", &mut keys).is_err() {
        return error_response(StatusCode::INTERNAL_SERVER_ERROR, "InternalError");
    }
    keys.retain(|key| key.starts_with(&query.prefix));
    keys.sort();
    let first = query.after.map_or(0, |after| keys.partition_point(|key| *key <= after));
    let last = keys.len().min(first + MAX_LISTED);
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

/// Returns a listing entry, or `None` if the file has been removed in the meantime.
fn object(folder: &FilePath, digests: &Digests, key: &str) -> Option<String> {
    let (size, digest) = digests.size_and_digest(folder, key).ok()?;
    Some(format!(
        "<Contents><Key>{}</Key><Size>{size}</Size><ETag>&quot;{digest}&quot;</ETag></Contents>",
        escaped(key)
    ))
}

async fn get_object(State(shelf): State<Shelf>, Path(key): Path<String>, headers: HeaderMap) -> Response {
    if !is_signed(&headers) || !is_plain(&key) {
        return error_response(StatusCode::FORBIDDEN, "AccessDenied");
    }
    fs::read(shelf.folder.join(&key))
        .map_or_else(|_| error_response(StatusCode::NOT_FOUND, "NoSuchKey"), IntoResponse::into_response)
}

/// Stores an uploaded file or a restored version.
async fn put_object(
    State(Shelf { folder, versions, digests }): State<Shelf>,
    Path(key): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if !is_signed(&headers) || !is_plain(&key) {
        return error_response(StatusCode::FORBIDDEN, "AccessDenied");
    }
    let copied = headers.get("x-amz-copy-source").map(|source| versions.find(source));
    let body = match copied {
        Some(None) => return error_response(StatusCode::NOT_FOUND, "NoSuchVersion"),
        Some(Some(version)) => version,
        None => body,
    };
    versions.store(&key, &body);
    let written = atomic_write::write(&folder.join(&key), &body);
    digests.forget(&key);
    match written {
        Ok(()) => {
            let digest = format!("\"{}\"", digest(&body));
            let copied = format!("<CopyObjectResult><ETag>{}</ETag></CopyObjectResult>", escaped(&digest));
            ([(header::ETAG, digest)], copied).into_response()
        }
        Err(_) => error_response(StatusCode::INTERNAL_SERVER_ERROR, "InternalError"),
    }
}

async fn remove_object(
    State(Shelf { folder, digests, .. }): State<Shelf>,
    Path(key): Path<String>,
    headers: HeaderMap,
) -> Response {
    if !is_signed(&headers) || !is_plain(&key) {
        return error_response(StatusCode::FORBIDDEN, "AccessDenied");
    }
    let removed = fs::remove_file(folder.join(&key));
    digests.forget(&key);
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            error_response(StatusCode::INTERNAL_SERVER_ERROR, "InternalError")
        }
        _ => StatusCode::NO_CONTENT.into_response(),
    }
}

fn keys_below(folder: &FilePath, prefix: &str, keys: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            keys_below(&entry.path(), &format!("{prefix}{name}/"), keys)?;
        } else {
            keys.push(format!("{prefix}{name}"));
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

fn error_response(status: StatusCode, code: &str) -> Response {
    let body = format!("<?xml version=\"1.0\"?><Error><Code>{code}</Code></Error>");
    (status, [(header::CONTENT_TYPE, "application/xml")], body).into_response()
}
