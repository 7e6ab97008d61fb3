//! A gate before a stand-in: it lets through what the template grants to the function that asks, and refuses the rest as the
//! cloud does. Whoever says no function, such as a test that looks into the store, may do everything.

use std::{
    collections::BTreeSet,
    fs::{self, OpenOptions},
    io::{self, Write},
    net::SocketAddr,
    path::PathBuf,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use super::{
    caller::HEADER,
    grants::{Grant, Grants},
    request::wanted,
};
use crate::cloud::serve;

/// The environment variable of the folder in which it is noted what functions did.
pub const NOTES: &str = "WAYPOINT_ACCESS_NOTES";

#[derive(Clone)]
struct Gate {
    grants: Arc<Grants>,
    behind: SocketAddr,
    client: reqwest::Client,
    notes: Arc<Notes>,
}

/// Starts a gate before a stand-in; gives the address where it stands.
///
/// # Errors
/// When there is no port, or no notes can be made.
pub async fn before(behind: SocketAddr, grants: Arc<Grants>) -> io::Result<SocketAddr> {
    let gate = Gate { grants, behind, client: reqwest::Client::new(), notes: Arc::new(Notes::new()?) };
    serve(Router::new().fallback(pass).with_state(gate)).await
}

async fn pass(State(gate): State<Gate>, headers: HeaderMap, body: Bytes) -> Response {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (function, target) = (text(HEADER), text("x-amz-target"));
    if !function.is_empty() {
        let request: Value = serde_json::from_slice(&body).unwrap_or_default();
        for grant in wanted(target, &request) {
            if !gate.grants.allow(function, &grant) {
                return refused(function, &grant);
            }
            if let Err(error) = gate.notes.note(function, &grant) {
                tracing::error!(%error, "what a function did can't be noted");
            }
        }
    }
    gate.hand_on(&headers, body).await.unwrap_or_else(|error| {
        tracing::error!(%error, "the stand-in does not answer");
        StatusCode::SERVICE_UNAVAILABLE.into_response()
    })
}

fn refused(function: &str, Grant { action, resource }: &Grant) -> Response {
    tracing::error!("{function} is not allowed {action} on {resource}; see template.yaml");
    let message = format!("{function} is not authorized to perform: {action} on resource: {resource}");
    let body = json!({ "__type": "com.amazon.coral.service#AccessDeniedException", "message": message });
    (StatusCode::BAD_REQUEST, [(header::CONTENT_TYPE, "application/x-amz-json-1.0")], body.to_string())
        .into_response()
}

impl Gate {
    async fn hand_on(&self, headers: &HeaderMap, body: Bytes) -> reqwest::Result<Response> {
        let mut headers = headers.clone();
        headers.remove(header::HOST);
        headers.remove(header::CONTENT_LENGTH);
        let request = self.client.post(format!("http://{}/", self.behind)).headers(headers).body(body);
        let answer = request.send().await?;
        let (status, mut headers) = (answer.status(), answer.headers().clone());
        headers.remove(header::TRANSFER_ENCODING);
        Ok((status, headers, answer.bytes().await?).into_response())
    }
}

/// What functions did, a line for each kind of deed, in a file of this gate.
struct Notes {
    file: Option<PathBuf>,
    known: Mutex<BTreeSet<String>>,
}

impl Notes {
    fn new() -> io::Result<Self> {
        let Some(folder) = std::env::var_os(NOTES).map(PathBuf::from) else {
            return Ok(Self { file: None, known: Mutex::default() });
        };
        fs::create_dir_all(&folder)?;
        let mut bits = [0; 8];
        getrandom::fill(&mut bits).map_err(io::Error::other)?;
        let file = folder.join(format!("{:016x}.tsv", u64::from_be_bytes(bits)));
        Ok(Self { file: Some(file), known: Mutex::default() })
    }

    fn note(&self, function: &str, grant: &Grant) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let line = format!("{function}\t{}\t{}\n", grant.action, grant.resource);
        let is_new = self.known.lock().map_err(|_| io::Error::other("poisoned"))?.insert(line.clone());
        if is_new {
            OpenOptions::new().create(true).append(true).open(file)?.write_all(line.as_bytes())?;
        }
        Ok(())
    }
}
