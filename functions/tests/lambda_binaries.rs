//! Every Lambda binary, started against a small runtime interface on loopback, answers an HTTP API
//! event (payload 2.0) with the same status and body as the local server.

#![allow(clippy::unwrap_used, reason = "a test takes what it needs and fails loudly when it is not there")]

use std::{
    collections::HashMap,
    path::Path,
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
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{Mutex, mpsc};
use tower::ServiceExt;
use waypoint_domain::partner_study::PartnerStudy;
use waypoint_functions::{
    context::Context, endpoints, finding::Finder, index_release, registry_sync::Sync, secret::hex,
    store::Settings,
};
use waypoint_local::{
    cloud::{Cloud, RegistrySource, serve},
    database::Storage,
    key_service::MASTER_KEY,
    registry_server::RegistryFile,
    secret_file,
};
use waypoint_search::Releases;
use waypoint_vocabulary::Vocabulary;

#[derive(Deserialize)]
struct Fixture {
    settings: Settings,
    studies: Vec<PartnerStudy>,
}

struct Site {
    cloud: Cloud,
    context: Context,
    index: tempfile::TempDir,
}

fn fixture(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../infra/local/tests/fixtures").join(name)
}

async fn site() -> Site {
    let registry = RegistrySource::File(RegistryFile::read(&fixture("registry.json")).unwrap());
    let cloud = Cloud::start(&Storage::Memory, &registry, secret_file::random().unwrap()).await.unwrap();
    let loading = cloud.context(Finder::default(), true).await.unwrap();
    let text = std::fs::read_to_string(fixture("studies.json")).unwrap();
    let fixture: Fixture = serde_json::from_str(&text).unwrap();
    loading.studies.replace_all(&fixture.settings, &fixture.studies).await.unwrap();
    let Context { registry_client: client, registry, clock, .. } = &loading;
    let sync = Sync { client, registry, source: "fixture", holder: "test", clock, full: false };
    sync.to_the_end(|_, _| ()).await.unwrap();
    let index = tempfile::tempdir().unwrap();
    index_release::publish(&loading.registry, index.path(), &Vocabulary::default(), |_| ()).await.unwrap();
    let finder = Finder::open(index.path()).unwrap();
    Site { context: Context { finder: finder.into(), ..loading }, cloud, index }
}

/// A call, as a browser makes it.
#[derive(Debug, Clone)]
struct Call {
    method: Method,
    path: &'static str,
    query: String,
    headers: Vec<(&'static str, String)>,
    body: Option<Value>,
}

impl Call {
    fn get(path: &'static str, query: &str) -> Self {
        Self { method: Method::GET, path, query: query.to_owned(), headers: vec![], body: None }
    }

    fn post(path: &'static str, body: Value) -> Self {
        let headers = vec![("content-type", "application/json".to_owned())];
        Self { method: Method::POST, path, query: String::new(), headers, body: Some(body) }
    }

    fn with(mut self, name: &'static str, value: &str) -> Self {
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

    async fn local(&self, router: &Router) -> (u16, Value, Option<String>) {
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
        (status, serde_json::from_slice(&bytes).unwrap(), cookie)
    }
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
struct Function {
    process: Child,
    events: mpsc::Sender<Value>,
    answers: mpsc::Receiver<Value>,
}

impl Function {
    async fn start(binary: &str, site: &Site) -> Self {
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
                ("AWS_ACCESS_KEY_ID", "test".into()),
                ("AWS_SECRET_ACCESS_KEY", "test".into()),
                ("AWS_ENDPOINT_URL_DYNAMODB", format!("http://{}", site.cloud.database)),
                ("AWS_ENDPOINT_URL_KMS", format!("http://{}", site.cloud.key_service)),
                ("STUDIES_TABLE", "studies".into()),
                ("REGISTRY_TABLE", "registry".into()),
                ("PARTICIPANTS_TABLE", "participants".into()),
                ("SESSIONS_TABLE", "sessions".into()),
                ("WAYPOINT_MASTER_KEY", MASTER_KEY.into()),
                ("WAYPOINT_REGISTRY", site.cloud.registry.clone()),
                ("WAYPOINT_SECRET", hex(&site.cloud.secret)),
                ("WAYPOINT_INDEX", site.index.path().to_string_lossy().into_owned()),
            ])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        Self { process, events, answers }
    }

    async fn call(&mut self, call: &Call) -> (u16, Value) {
        self.events.send(call.event()).await.unwrap();
        let answer =
            tokio::time::timeout(Duration::from_mins(1), self.answers.recv()).await.unwrap().unwrap();
        let status = answer["statusCode"].as_u64().unwrap_or_else(|| panic!("{call:?}: {answer}"));
        let text = answer["body"].as_str().unwrap();
        let text = if answer["isBase64Encoded"] == true {
            String::from_utf8(STANDARD.decode(text).unwrap()).unwrap()
        } else {
            text.to_owned()
        };
        (u16::try_from(status).unwrap(), serde_json::from_str(&text).unwrap())
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Sends a call both ways and compares.
async fn same(site: &Site, binary: &str, calls: &[Call]) {
    let router = endpoints::all(&site.context);
    let mut function = Function::start(binary, site).await;
    for call in calls {
        let (status, body, _) = call.local(&router).await;
        assert_eq!(function.call(call).await, (status, body), "{call:?}");
    }
}

fn answers() -> Value {
    let answer = |n: u32, answer: &str| json!({ "sys_id": format!("{n:032x}"), "answer": answer });
    json!([answer(1, "True"), answer(2, "True"), answer(3, "False")])
}

#[tokio::test]
async fn the_binary_of_the_sync_reads_the_registry_and_puts_its_index_into_use() {
    let site = site().await;
    let before = Releases::of(site.index.path()).current().unwrap();
    let mut function = Function::start(env!("CARGO_BIN_EXE_registry-sync"), &site).await;
    for _ in 0..2 {
        function.events.send(json!({ "detail-type": "Scheduled Event" })).await.unwrap();
        let answer = tokio::time::timeout(Duration::from_mins(1), function.answers.recv()).await.unwrap();
        assert_eq!(answer, Some(json!("everything")));
    }
    let after = Releases::of(site.index.path()).current().unwrap();
    assert_eq!((before.studies, after.studies), (120, 120));
    assert!(after.origin.table.starts_with(&site.cloud.registry), "{after:?}");
    let state = site.context.registry.sync_state().await.unwrap();
    assert!(state.source == site.cloud.registry && state.run.is_none(), "{state:?}");
}

#[tokio::test]
async fn the_binaries_that_look_things_up_answer_like_the_local_server() {
    let site = site().await;
    let group = "a".repeat(32);
    same(
        &site,
        env!("CARGO_BIN_EXE_search"),
        &[
            Call::get("/backend/search", "q=asthma&in=UNITED+STATES&page=2"),
            Call::get("/backend/search", "q=&in="),
        ],
    )
    .await;
    same(
        &site,
        env!("CARGO_BIN_EXE_clinicaltrials"),
        &[Call::get("/backend/clinicaltrials", "q=eczema&in=france")],
    )
    .await;
    same(
        &site,
        env!("CARGO_BIN_EXE_suggestions"),
        &[
            Call::post("/backend/suggestions", json!({ "condition": "ec" })),
            Call::post("/backend/suggestions", json!({ "typed": "ec" })),
        ],
    )
    .await;
    same(&site, env!("CARGO_BIN_EXE_study"), &[Call::get("/backend/study", "id=NCT00000101")]).await;
    same(&site, env!("CARGO_BIN_EXE_ourstudies"), &[Call::get("/backend/ourstudies", "")]).await;
    same(&site, env!("CARGO_BIN_EXE_upcoming"), &[Call::get("/backend/upcoming", "")]).await;
    same(&site, env!("CARGO_BIN_EXE_preview"), &[Call::get("/backend/preview", "number=STU00004")]).await;
    same(
        &site,
        env!("CARGO_BIN_EXE_locations"),
        &[
            Call::get("/backend/locations", "address=Cleveland,+OH"),
            Call::get("/backend/locations", "address=qwertyuiop"),
        ],
    )
    .await;
    same(
        &site,
        env!("CARGO_BIN_EXE_zipcodes"),
        &[Call::get("/backend/zipcodes", "user_zipcode=44106&country=US&nearest_zipcodes=10001,94105")],
    )
    .await;
    same(
        &site,
        env!("CARGO_BIN_EXE_trial"),
        &[
            Call::get("/backend/trial", "id=NCT00000001&ptr=cs"),
            Call::get("/backend/trial", "id=STU01009&ptr=ps"),
        ],
    )
    .await;
    same(
        &site,
        env!("CARGO_BIN_EXE_questiongroup"),
        &[Call::get("/backend/questiongroup", &format!("id={group}&studyId=STU01009"))],
    )
    .await;
}

#[tokio::test]
async fn the_binaries_of_the_assistants_answer_like_the_local_server() {
    let site = site().await;
    same(
        &site,
        env!("CARGO_BIN_EXE_start_retell_call"),
        &[Call::post("/backend/start-retell-call", json!({}))],
    )
    .await;
    let asked = Call::post("/backend/chat", json!({ "message": "Trials for asthma?", "chatId": "a-chat" }));
    let empty = Call::post("/backend/chat", json!({ "message": " " }));
    same(&site, env!("CARGO_BIN_EXE_chat"), &[empty]).await;
    let mut chat = Function::start(env!("CARGO_BIN_EXE_chat"), &site).await;
    let (status, answer) = chat.call(&asked).await;
    let (_, local, _) = asked.local(&endpoints::all(&site.context)).await;
    let said = |answer: &Value| (answer["chatId"].clone(), answer["messages"][0]["content"].clone());
    assert_eq!((status, said(&answer)), (200, said(&local)), "{answer}");
}

#[tokio::test]
async fn the_binaries_of_the_sign_up_answer_like_the_local_server() {
    let site = site().await;
    let router = endpoints::all(&site.context);

    let mut captcha = Function::start(env!("CARGO_BIN_EXE_captcha"), &site).await;
    let (status, challenge) = captcha.call(&Call::post("/backend/captcha", json!({}))).await;
    let (_, local, _) = Call::post("/backend/captcha", json!({})).local(&router).await;
    let shape = |c: &Value| {
        let parameters = c["parameters"].as_object().unwrap();
        (
            parameters.keys().cloned().collect::<Vec<_>>(),
            parameters["algorithm"].clone(),
            parameters["cost"].clone(),
        )
    };
    assert_eq!((status, shape(&challenge)), (200, shape(&local)));

    let screening =
        Call::post("/backend/prescreen", json!({ "study_number": "STU01009", "answers": answers() }));
    same(&site, env!("CARGO_BIN_EXE_prescreen"), std::slice::from_ref(&screening)).await;
    let (_, _, cookie) = screening.local(&router).await;

    let challenge: altcha::Challenge = serde_json::from_value(challenge).unwrap();
    let solution = altcha::solve_challenge(altcha::SolveChallengeOptions::new(&challenge)).unwrap().unwrap();
    let solved = STANDARD.encode(serde_json::to_vec(&altcha::Payload { challenge, solution }).unwrap());
    let form = json!({
        "recaptcha_response": solved, "preferred_name": "Maria", "last_name": "Sample", "gender": "female",
        "date_of_birth": "1956-03-27", "email": "maria@example.org", "phone_number": "216 555 0134", "race": "Asian",
        "language": "en", "country": "USA", "zip_code_or_city": "44106", "health_condition": "Asthma",
        "smoking_status": "Never", "study_number": "STU01009", "consents": ["privacy"]
    });
    let sign_up = Call::post("/backend/participant", form)
        .with("idempotency-key", "one-key-for-one-form")
        .with("cookie", &cookie.unwrap());
    let (status, created, cookie) = sign_up.local(&router).await;
    assert_eq!(status, 201, "{created}");
    same(&site, env!("CARGO_BIN_EXE_participant"), std::slice::from_ref(&sign_up)).await;

    let (cookie, sys_id) = (cookie.unwrap(), &created["data"]["pt_sys_id"]);
    let answer = json!({ "sys_id": format!("{:032x}", 1), "answer": "True", "participant_id": sys_id });
    same(
        &site,
        env!("CARGO_BIN_EXE_submit"),
        &[
            Call::post("/backend/submit", answer.clone()).with("cookie", &cookie),
            Call::post("/backend/submit", answer),
            Call::get("/backend/submit", "answer=True"),
        ],
    )
    .await;
    let accepted = json!({ "sysId": sys_id, "acknowledged": "true", "study_number": "STU01009" });
    same(
        &site,
        env!("CARGO_BIN_EXE_acknowledge"),
        &[Call::post("/backend/acknowledge", accepted).with("cookie", &cookie)],
    )
    .await;
}
