//! A Lambda binary, started against a small runtime interface on loopback, and the calls that it answers.

use std::{
    collections::HashMap,
    process::{Child, Command, Stdio},
    sync::Arc,
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    extract::{Path as UrlPath, State},
    http::{Method, Request, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use tokio::sync::{Mutex, mpsc};
use tower::ServiceExt;
use waypoint_functions::secret::hex;
use waypoint_local::{
    cloud::serve,
    document_bucket::{ACCESS_KEY, BUCKET, SECRET_KEY},
    key_service::MASTER_KEY,
};

use super::site::Site;

/// A call, as a browser makes it.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    method: Method,
    path: &'static str,
    query: String,
    headers: Vec<(&'static str, String)>,
    body: Option<Value>,
}

impl Call {
    pub(crate) fn get(path: &'static str, query: &str) -> Self {
        Self { method: Method::GET, path, query: query.to_owned(), headers: vec![], body: None }
    }

    pub(crate) fn post(path: &'static str, body: Value) -> Self {
        let headers = vec![("content-type", "application/json".to_owned())];
        Self { method: Method::POST, path, query: String::new(), headers, body: Some(body) }
    }

    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    /// The event that the HTTP API makes of it.
    fn event(&self) -> Value {
        let (cookies, headers): (Vec<_>, Vec<_>) =
            self.headers.iter().cloned().partition(|(n, _)| *n == "cookie");
        json!({
            "version": "2.0", "routeKey": "$default", "rawPath": self.path, "rawQueryString": self.query,
            "cookies": cookies.into_iter().map(|(_, value)| value).collect::<Vec<_>>(),
            "headers": headers.into_iter().collect::<HashMap<_, _>>(),
            "queryStringParameters": {},
            "requestContext": {
                "accountId": "1", "apiId": "a", "domainName": "api.example.org", "domainPrefix": "api",
                "http": { "method": self.method.as_str(), "path": self.path, "protocol": "HTTP/1.1",
                          "sourceIp": "192.0.2.1", "userAgent": "test" },
                "requestId": "r", "routeKey": "$default", "stage": "$default",
                "time": "01/Jan/2026:00:00:00 +0000", "timeEpoch": 1_767_225_600_000_i64
            },
            "body": self.body.as_ref().map(ToString::to_string),
            "isBase64Encoded": false
        })
    }

    pub(crate) async fn local(&self, router: &Router) -> (u16, Value, Option<String>) {
        let address = format!("{}?{}", self.path, self.query);
        let mut request = Request::builder().method(self.method.clone()).uri(address);
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        let body = self.body.as_ref().map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let answer = router.clone().oneshot(request.body(body).unwrap()).await.unwrap();
        let status = answer.status().as_u16();
        let cookie = answer
            .headers()
            .get(header::SET_COOKIE)
            .map(|c| c.to_str().unwrap().split(';').next().unwrap().to_owned());
        let bytes = axum::body::to_bytes(answer.into_body(), 1 << 20).await.unwrap();
        (status, json_of(&bytes), cookie)
    }
}

/// What an answer says; nothing when it only leads elsewhere.
fn json_of(body: &[u8]) -> Value {
    if body.is_empty() { Value::Null } else { serde_json::from_slice(body).unwrap() }
}

#[derive(Clone)]
struct Runtime {
    events: Arc<Mutex<mpsc::Receiver<Value>>>,
    answers: mpsc::Sender<Value>,
}

/// The runtime interface: hands out one event after another and takes the answers.
async fn next(State(runtime): State<Runtime>) -> Response {
    match runtime.events.lock().await.recv().await {
        Some(event) => (
            [
                ("lambda-runtime-aws-request-id", "event"),
                ("lambda-runtime-deadline-ms", "4102444800000"),
                ("lambda-runtime-invoked-function-arn", "arn:aws:lambda:us-east-1:1:function:test"),
            ],
            axum::Json(event),
        )
            .into_response(),
        None => std::future::pending().await,
    }
}

async fn answered(State(runtime): State<Runtime>, UrlPath(_): UrlPath<String>, body: String) -> StatusCode {
    let answer = serde_json::from_str(&body).unwrap_or_else(|_| json!({ "unreadable": body }));
    runtime.answers.send(answer).await.unwrap();
    StatusCode::ACCEPTED
}

/// A binary, running against a runtime interface of its own.
pub(crate) struct Function {
    process: Child,
    events: mpsc::Sender<Value>,
    answers: mpsc::Receiver<Value>,
}

impl Function {
    pub(crate) async fn start(binary: &str, site: &Site) -> Self {
        let (events, receiver) = mpsc::channel(1);
        let (sender, answers) = mpsc::channel(1);
        let runtime = Runtime { events: Arc::new(Mutex::new(receiver)), answers: sender };
        let interface = Router::new()
            .route("/2018-06-01/runtime/invocation/next", get(next))
            .route("/2018-06-01/runtime/invocation/{id}/response", post(answered))
            .route("/2018-06-01/runtime/invocation/{id}/error", post(answered))
            .with_state(runtime);
        let address = serve(interface).await.unwrap();
        let process = Command::new(binary)
            .env_clear()
            .envs([
                ("AWS_LAMBDA_RUNTIME_API", address.to_string()),
                ("AWS_LAMBDA_FUNCTION_NAME", "test".into()),
                ("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "128".into()),
                ("AWS_LAMBDA_FUNCTION_VERSION", "1".into()),
                ("AWS_REGION", "us-east-1".into()),
                ("AWS_ACCESS_KEY_ID", ACCESS_KEY.into()),
                ("AWS_SECRET_ACCESS_KEY", SECRET_KEY.into()),
                ("AWS_ENDPOINT_URL_S3", format!("http://{}", site.cloud.document_bucket)),
                ("DOCUMENTS_BUCKET", BUCKET.into()),
                ("AWS_ENDPOINT_URL_DYNAMODB", format!("http://{}", site.cloud.database)),
                ("AWS_ENDPOINT_URL_KMS", format!("http://{}", site.cloud.key_service)),
                ("STUDIES_TABLE", "studies".into()),
                ("REGISTRY_TABLE", "registry".into()),
                ("PARTICIPANTS_TABLE", "participants".into()),
                ("SESSIONS_TABLE", "sessions".into()),
                ("WAYPOINT_MASTER_KEY", MASTER_KEY.into()),
                ("WAYPOINT_REGISTRY", site.cloud.registry.clone()),
                ("WAYPOINT_RELEASE", site.context.release.clone()),
                ("WAYPOINT_SECRET", hex(&site.cloud.secret)),
                ("WAYPOINT_PORTAL", format!("http://{}/hook", site.cloud.portal)),
                ("WAYPOINT_PORTAL_KEY", site.cloud.portal_key_text()),
                ("WAYPOINT_REFERRAL_KEY", site.cloud.portal_key_text()),
                ("WAYPOINT_MAIL", format!("smtp://{}", site.cloud.mail_server)),
                ("WAYPOINT_MAIL_FROM", "Waypoint <news@waypoint.example>".into()),
                ("WAYPOINT_SITE", "https://waypoint.example".into()),
                ("WAYPOINT_INDEX", site.index.path().to_string_lossy().into_owned()),
            ])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        Self { process, events, answers }
    }

    /// What the function answers to the event of a schedule.
    pub(crate) async fn done(&mut self) -> Value {
        self.events.send(json!({ "detail-type": "Scheduled Event" })).await.unwrap();
        tokio::time::timeout(Duration::from_mins(1), self.answers.recv()).await.unwrap().unwrap()
    }

    pub(crate) async fn call(&mut self, call: &Call) -> (u16, Value) {
        self.events.send(call.event()).await.unwrap();
        let answer =
            tokio::time::timeout(Duration::from_mins(1), self.answers.recv()).await.unwrap().unwrap();
        let status = answer["statusCode"].as_u64().unwrap_or_else(|| panic!("{call:?}: {answer}"));
        let text = answer["body"].as_str().unwrap_or_default();
        let text = if answer["isBase64Encoded"] == true {
            String::from_utf8(STANDARD.decode(text).unwrap()).unwrap()
        } else {
            text.to_owned()
        };
        (u16::try_from(status).unwrap(), json_of(text.as_bytes()))
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
