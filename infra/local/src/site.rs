//! Serves the built site and the functions at one address, by the routes that the CDN functions also use.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{HeaderName, HeaderValue, Method, StatusCode, Uri, header},
    response::{IntoResponse, Redirect, Response},
};
use tower::ServiceExt;
use tower_http::services::ServeFile;
use waypoint_cdn::{
    Files, Routes, Target,
    edge::{ADDRESS_HEADER, MISSING_HEADER},
};
use waypoint_functions::{
    context::Context, endpoints, finding::Finder, http::problem::Problem,
    observing::request::with_request_log,
};
use waypoint_search::suggestions;

use crate::{
    document_bucket::{self, DocumentStore},
    reloading::{self, Changes},
};

/// The page for addresses that lead nowhere.
const NOT_FOUND: &str = "404.html";
/// The address of the bucket of documents in its own router.
const BUCKET_ADDRESS: &str = "/waypoint-documents";
/// The maximum size of a page in bytes.
const MAX_PAGE_SIZE: usize = 16 << 20;

#[derive(Clone)]
struct Site {
    routes: Arc<Routes>,
    folder: Arc<PathBuf>,
    finder: Arc<Finder>,
    backend: Router,
    documents: Router,
    /// Whether pages reload when something changes.
    is_live: bool,
}

/// Returns the whole site: pages from `folder`, suggestions from the folder of the current index, and functions below
/// `/backend`. Uploaded documents are stored on `shelf`. With `changes`, pages reload when something changes.
pub fn router(
    routes: Routes,
    folder: &Path,
    context: &Context,
    shelf: DocumentStore,
    changes: Option<Changes>,
) -> Router {
    let site = Site {
        routes: Arc::new(routes),
        folder: Arc::new(folder.to_owned()),
        finder: Arc::clone(&context.finder),
        backend: with_request_log(endpoints::router(context)),
        documents: document_bucket::router(shelf, None),
        is_live: changes.is_some(),
    };
    let change_routes = changes.map(reloading::router).unwrap_or_default();
    Router::new().fallback(answer).with_state(site).merge(change_routes)
}

async fn answer(State(site): State<Site>, request: Request) -> Response {
    let address = request.uri().clone();
    let mut response = match site.routes.target(address.path(), address.query()) {
        Target::Backend => match site.backend.clone().oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        },
        Target::Documents if *request.method() == Method::POST => site.receive_document(request).await,
        _ if !matches!(*request.method(), Method::GET | Method::HEAD) => method_not_allowed(),
        Target::Redirect(to) => Redirect::temporary(&to).into_response(),
        Target::Files(files) => site.file(&files, request).await,
        Target::Documents | Target::NotFound => site.not_found(NOT_FOUND, request).await,
    };
    site.add_headers(&address, &mut response);
    response
}

fn method_not_allowed() -> Response {
    let mut response = Problem::MethodNotAllowed.into_response();
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    response
}

impl Site {
    /// Passes an upload to the bucket under the bucket's own address.
    async fn receive_document(&self, mut request: Request) -> Response {
        *request.uri_mut() = Uri::from_static(BUCKET_ADDRESS);
        match self.documents.clone().oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    }

    async fn file(&self, files: &Files, request: Request) -> Response {
        let first_existing = |names: &[String]| names.iter().find(|name| self.path(name).is_file()).cloned();
        if let Some(name) = first_existing(&files.found) {
            if self.routes.is_filled(request.uri().path(), &name)
                && let Some(filled) = self.filled(&name, &request.uri().clone()).await
            {
                return filled;
            }
            return self.serve(&name, request).await.unwrap_or_else(|error| unreadable(&error));
        }
        let explanation = first_existing(&files.missing);
        self.not_found(explanation.as_deref().unwrap_or(NOT_FOUND), request).await
    }

    /// Returns the page as its function fills it for this address, or `None` if it can't.
    async fn filled(&self, name: &str, address: &Uri) -> Option<Response> {
        let address = address.path_and_query()?.as_str();
        let call = axum::http::Request::get(format!("/{name}")).header(ADDRESS_HEADER, address);
        let Ok(mut response) = self.backend.clone().oneshot(call.body(Body::empty()).ok()?).await;
        if !response.status().is_success() {
            return None;
        }
        if response.headers_mut().remove(MISSING_HEADER).is_some() {
            *response.status_mut() = StatusCode::NOT_FOUND;
        }
        if self.is_live { with_reloading(response).await.ok() } else { Some(response) }
    }

    /// Serves a page that says what is missing, with the status 404.
    async fn not_found(&self, page: &str, request: Request) -> Response {
        let unconditional = without_conditions(request);
        let mut response = self.serve(page, unconditional).await.unwrap_or_else(|error| unreadable(&error));
        response.headers_mut().remove(header::LAST_MODIFIED);
        *response.status_mut() = StatusCode::NOT_FOUND;
        response
    }

    fn path(&self, name: &str) -> PathBuf {
        let is_suggestion = Path::new(name).starts_with(suggestions::FOLDER);
        let folder = is_suggestion.then(|| self.finder.index_folder()).flatten();
        folder.as_deref().unwrap_or(&self.folder).join(name)
    }

    async fn serve(&self, name: &str, mut request: Request) -> io::Result<Response> {
        request.headers_mut().remove(header::RANGE);
        let answer = ServeFile::new(self.path(name)).oneshot(request).await;
        let mut response = match answer {
            Ok(response) => response.map(Body::new),
            Err(never) => match never {},
        };
        let control = HeaderValue::from_str(self.routes.cache_control(name)).map_err(io::Error::other)?;
        response.headers_mut().insert(header::CACHE_CONTROL, control);
        if self.is_live && Path::new(name).extension() == Some("html".as_ref()) {
            with_reloading(response).await
        } else {
            Ok(response)
        }
    }

    fn add_headers(&self, address: &Uri, response: &mut Response) {
        for (name, value) in self.routes.headers_at(address.path(), address.query()) {
            if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(&*value)) {
                response.headers_mut().insert(name, value);
            }
        }
    }
}

/// Adds the script that reloads a page when something changes.
async fn with_reloading(response: Response) -> io::Result<Response> {
    let (mut parts, body) = response.into_parts();
    let page = axum::body::to_bytes(body, MAX_PAGE_SIZE).await.map_err(io::Error::other)?;
    for name in [header::CONTENT_LENGTH, header::LAST_MODIFIED, header::ETAG] {
        parts.headers.remove(name);
    }
    let script = if page.is_empty() { &[] } else { reloading::SCRIPT.as_bytes() };
    Ok(Response::from_parts(parts, Body::from([&page, script].concat())))
}

/// A page that stands in for a missing one must be sent whole, regardless of what the browser has cached.
fn without_conditions(mut request: Request) -> Request {
    for name in [
        header::IF_MATCH,
        header::IF_NONE_MATCH,
        header::IF_MODIFIED_SINCE,
        header::IF_UNMODIFIED_SINCE,
        header::IF_RANGE,
    ] {
        request.headers_mut().remove(name);
    }
    request
}

fn unreadable(error: &io::Error) -> Response {
    tracing::error!(%error, "could not read a file of the site");
    Problem::Unavailable.into_response()
}
