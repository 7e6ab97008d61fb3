//! A server whose answers a file states.

use std::{
    collections::BTreeMap,
    io::Write as _,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::Bytes,
    extract::{OriginalUri, State},
    http::{HeaderMap, HeaderName, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use flate2::{Compression, write::GzEncoder};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use url::Url;

/// Stands for the server's base URL in the text of an answer.
const BASE: &str = "{base}";

/// An answer that a file states.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Scripted {
    #[serde(default = "ok")]
    status: u16,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    /// The resources of a bundle.
    #[serde(default)]
    bundle: Option<Vec<Value>>,
    /// The total that the bundle states.
    #[serde(default)]
    total: Option<u64>,
    /// The URL of the next page.
    #[serde(default)]
    next: Option<String>,
    /// The body as JSON.
    #[serde(default)]
    json: Option<Value>,
    /// The body as text.
    #[serde(default)]
    text: Option<String>,
    /// Whether the body is compressed.
    #[serde(default)]
    gzip: bool,
    /// Whether there never is an answer.
    #[serde(default)]
    hangs: bool,
}

fn ok() -> u16 {
    200
}

/// A request that the server received.
pub(crate) struct Received {
    pub(crate) url: Url,
    pub(crate) headers: HeaderMap,
    /// The fields of a form.
    pub(crate) form: BTreeMap<String, String>,
}

pub(crate) type Log = Arc<Mutex<Vec<Received>>>;

/// The running server.
pub(crate) struct ScriptedServer {
    base: Url,
    task: tokio::task::JoinHandle<()>,
}

#[derive(Clone)]
struct Script {
    base: Url,
    documents: Arc<BTreeMap<String, Value>>,
    answers: Arc<Mutex<BTreeMap<String, Vec<Scripted>>>>,
    log: Log,
}

impl ScriptedServer {
    /// Starts a server that answers every search with an empty bundle, except as scripted.
    pub(crate) async fn start(
        patient: &str,
        configuration: &Value,
        token: &Value,
        answers: BTreeMap<String, Vec<Scripted>>,
        log: Log,
    ) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let base = Url::parse(&format!("http://{}/r4/", listener.local_addr().unwrap())).unwrap();
        let own_configuration = json!({
            "authorization_endpoint": base.join("authorize").unwrap(),
            "token_endpoint": base.join("token").unwrap(),
            "code_challenge_methods_supported": ["S256"],
            "capabilities": ["launch-standalone", "permission-v2"],
        });
        let own_token = json!({"access_token": "t", "token_type": "Bearer", "patient": patient});
        let person = json!({"resourceType": "Patient", "id": patient, "name": [{"text": "Rosa Sample"}]});
        let documents = BTreeMap::from([
            (
                ".well-known/smart-configuration".to_owned(),
                with_base(&changed(own_configuration, configuration), &base),
            ),
            ("token".to_owned(), changed(own_token, token)),
            (format!("Patient/{patient}"), person),
        ]);
        let script = Script {
            base: base.clone(),
            documents: Arc::new(documents),
            answers: Arc::new(Mutex::new(answers)),
            log,
        };
        let router = Router::new().fallback(answer).with_state(script);
        let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { base, task }
    }

    /// Returns the base URL as a list of systems states it, without a slash at the end.
    pub(crate) fn base(&self) -> Url {
        Url::parse(self.base.as_str().trim_end_matches('/')).unwrap()
    }
}

impl Drop for ScriptedServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Returns a document in which `{base}` is the server's base URL.
fn with_base(document: &Value, base: &Url) -> Value {
    let text = document.to_string().replace(BASE, base.as_str().trim_end_matches('/'));
    serde_json::from_str(&text).unwrap()
}

/// Returns an object with other values for some names. Null removes a name.
fn changed(mut object: Value, changes: &Value) -> Value {
    for (name, value) in changes.as_object().into_iter().flatten() {
        object[name] = value.clone();
    }
    object.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    object
}

/// Whether a request has this path, relative to the base URL, and these query values.
pub(crate) fn matches(key: &str, request: &Url) -> bool {
    let (path, query) = key.split_once('?').unwrap_or((key, ""));
    let has = |wanted: (_, _)| request.query_pairs().any(|pair| pair == wanted);
    request.path().trim_start_matches("/r4").trim_start_matches('/') == path
        && url::form_urlencoded::parse(query.as_bytes()).all(has)
}

async fn answer(
    State(script): State<Script>,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let request = script.base.join(&uri.to_string()).unwrap();
    let form = url::form_urlencoded::parse(&body).into_owned().collect();
    script.log.lock().unwrap().push(Received { url: request.clone(), headers, form });
    let scripted = {
        let mut answers = script.answers.lock().unwrap();
        let matching = answers.iter_mut().filter(|(key, _)| matches(key, &request));
        let most_exact = matching.max_by_key(|(key, _)| key.len());
        most_exact.map(|(_, list)| if list.len() > 1 { list.remove(0) } else { list[0].clone() })
    };
    let Some(scripted) = scripted else {
        let document = script.documents.iter().find(|(path, _)| matches(path, &request));
        let empty = json!({"resourceType": "Bundle", "type": "searchset", "total": 0});
        return document.map_or(empty, |(_, document)| document.clone()).to_string().into_response();
    };
    if scripted.hangs {
        std::future::pending::<()>().await;
    }
    scripted.response(&script.base)
}

impl Scripted {
    fn response(&self, base: &Url) -> Response {
        let base = base.as_str().trim_end_matches('/');
        let text = self.body().replace(BASE, base);
        let mut response = if self.gzip {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(text.as_bytes()).unwrap();
            ([(header::CONTENT_ENCODING, "gzip")], encoder.finish().unwrap()).into_response()
        } else {
            text.into_response()
        };
        *response.status_mut() = StatusCode::from_u16(self.status).unwrap();
        for (name, value) in &self.headers {
            let name: HeaderName = name.parse().unwrap();
            response.headers_mut().insert(name, value.replace(BASE, base).parse().unwrap());
        }
        response
    }

    fn body(&self) -> String {
        if let Some(text) = &self.text {
            return text.clone();
        }
        if let Some(json) = &self.json {
            return json.to_string();
        }
        let Some(resources) = &self.bundle else { return String::new() };
        let entries: Vec<Value> = resources.iter().map(|resource| json!({ "resource": resource })).collect();
        let link: Vec<Value> = self.next.iter().map(|url| json!({"relation": "next", "url": url})).collect();
        let mut bundle =
            json!({"resourceType": "Bundle", "type": "searchset", "entry": entries, "link": link});
        if let Some(total) = self.total {
            bundle["total"] = json!(total);
        }
        bundle.to_string()
    }
}
