//! A whole launch, with everything that our client sends written down.

use std::sync::{Arc, Mutex};

use axum::{
    body::Body,
    extract::{Request, State},
    middleware::{self, Next},
    response::Response,
};
use serde_json::Value;
use url::{Url, form_urlencoded};
use waypoint_functions::external::outside::Reach;
use waypoint_functions::external::smart::{Answer, Asked, Exchanged, SmartClient, Verifier};
use waypoint_local::health_system::{CLIENT, Faults, HealthSystem, Ledger, People, router};

use super::records::{SITE, decided};

/// A request, as the health system gets it.
#[derive(Debug, Clone)]
pub(crate) struct Sent {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

type Log = Arc<Mutex<Vec<Sent>>>;

/// What a launch asked for, and what it sent.
#[derive(Debug)]
pub(crate) struct RecordedLaunch {
    pub(crate) system: HealthSystem,
    pub(crate) authorization: Url,
    pub(crate) sent: Vec<Sent>,
}

impl Sent {
    /// A header's value; nothing when it is not there.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// A field of the form that was sent.
    pub(crate) fn field(&self, name: &str) -> Option<String> {
        let mut fields = form_urlencoded::parse(self.body.as_bytes());
        fields.find(|(own, _)| own == name).map(|(_, value)| value.into_owned())
    }
}

impl RecordedLaunch {
    /// A parameter of the address where the patient signs in.
    pub(crate) fn asked(&self, name: &str) -> Option<String> {
        let mut pairs = self.authorization.query_pairs();
        pairs.find(|(own, _)| own == name).map(|(_, value)| value.into_owned())
    }

    /// The scopes that were asked for.
    pub(crate) fn scopes(&self) -> Vec<String> {
        self.asked("scope").unwrap_or_default().split(' ').map(str::to_owned).collect()
    }

    /// The request for a token.
    pub(crate) fn for_token(&self) -> &Sent {
        self.sent.iter().find(|sent| sent.path == "/token").unwrap()
    }

    /// The requests for resources.
    pub(crate) fn for_resources(&self) -> Vec<&Sent> {
        let is_of_resource =
            |sent: &&Sent| sent.path.starts_with("/r4/") && !sent.path.contains(".well-known");
        self.sent.iter().filter(is_of_resource).collect()
    }
}

/// A launch for Rosa's records, to the end.
pub(crate) async fn launched() -> RecordedLaunch {
    let log = Log::default();
    let system = start(log.clone()).await;
    let client = SmartClient::new(CLIENT, SITE, Reach::PublicAndLoopback).unwrap();
    let base = Url::parse(&system.base()).unwrap();
    let configuration = client.discover(&base).await.unwrap();
    let verifier = Verifier::random().unwrap();
    let state = "a-state-that-nobody-can-guess-0123456789";
    let asked = Asked { base: &base, state, verifier: &verifier };
    let authorization = client.authorization(&configuration, asked);
    let (_, back) = decided(&authorization, "rosa-1", "yes").await;
    let answer = answer_of(&back.unwrap());
    let code = answer.code(&configuration, base.as_str()).unwrap();
    let access = client.exchange(&configuration, Exchanged { code, verifier: &verifier }).await.unwrap();
    client.read(&base, &access).await.unwrap();
    let sent = log.lock().unwrap().clone();
    RecordedLaunch { system, authorization, sent }
}

/// What an address brings back.
pub(crate) fn answer_of(address: &Url) -> Answer {
    let pairs =
        address.query_pairs().map(|(name, value)| (name.into_owned(), Value::from(value.into_owned())));
    serde_json::from_value(Value::Object(pairs.collect())).unwrap()
}

async fn start(log: Log) -> HealthSystem {
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let system = HealthSystem {
        origin: format!("http://{}", listener.local_addr().unwrap()),
        redirect: format!("{SITE}/backend/emr/callback"),
        people: People::default(),
        ledger: Ledger::default(),
        faults: Faults::default(),
        version_2: true,
    };
    let app = router(system.clone()).layer(middleware::from_fn_with_state(log, write_down));
    tokio::spawn(async move { axum::serve(listener, app).await });
    system
}

async fn write_down(State(log): State<Log>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 1 << 20).await.unwrap();
    let headers = parts.headers.iter().map(|(name, value)| {
        (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
    });
    log.lock().unwrap().push(Sent {
        method: parts.method.to_string(),
        path: parts.uri.path().to_owned(),
        headers: headers.collect(),
        body: String::from_utf8_lossy(&body).into_owned(),
    });
    next.run(Request::from_parts(parts, Body::from(body))).await
}
