//! A complete SMART launch that records every request our client sends.

use std::sync::{Arc, Mutex};

use axum::{
    body::Body,
    extract::{Request, State},
    middleware::{self, Next},
    response::Response,
};
use serde_json::Value;
use url::{Url, form_urlencoded};
use waypoint_functions::external::reach::Reach;
use waypoint_functions::external::smart::{
    Answer, AuthorizationRequest, CodeExchange, Registration, ScopeExtent, SmartClient, Verifier,
};
use waypoint_local::health_system::{CLIENT, Faults, HealthSystem, Ledger, People, router};

use super::records::{SITE, decide};

/// A request that the health system received.
#[derive(Debug, Clone)]
pub(crate) struct RecordedRequest {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

type Log = Arc<Mutex<Vec<RecordedRequest>>>;

/// An authorization address and the requests of its launch.
#[derive(Debug)]
pub(crate) struct RecordedLaunch {
    pub(crate) system: HealthSystem,
    pub(crate) authorization: Url,
    pub(crate) requests: Vec<RecordedRequest>,
}

impl RecordedRequest {
    /// The value of a header, or `None` if it is missing.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(candidate, _)| candidate == name).map(|(_, value)| value.as_str())
    }

    /// A field of the form in the body.
    pub(crate) fn field(&self, name: &str) -> Option<String> {
        let mut fields = form_urlencoded::parse(self.body.as_bytes());
        fields.find(|(candidate, _)| candidate == name).map(|(_, value)| value.into_owned())
    }
}

impl RecordedLaunch {
    /// A parameter of the authorization address.
    pub(crate) fn parameter(&self, name: &str) -> Option<String> {
        let mut pairs = self.authorization.query_pairs();
        pairs.find(|(candidate, _)| candidate == name).map(|(_, value)| value.into_owned())
    }

    /// The requested scopes.
    pub(crate) fn scopes(&self) -> Vec<String> {
        self.parameter("scope").unwrap_or_default().split(' ').map(str::to_owned).collect()
    }

    /// The request that exchanged the code for a token.
    pub(crate) fn token_request(&self) -> &RecordedRequest {
        self.requests.iter().find(|request| request.path == "/token").unwrap()
    }

    /// The requests for FHIR resources.
    pub(crate) fn resource_requests(&self) -> Vec<&RecordedRequest> {
        let is_for_resource = |request: &&RecordedRequest| {
            request.path.starts_with("/r4/") && !request.path.contains(".well-known")
        };
        self.requests.iter().filter(is_for_resource).collect()
    }
}

/// Runs a launch for Rosa's records from start to end.
pub(crate) async fn complete_launch() -> RecordedLaunch {
    let log = Log::default();
    let system = start(log.clone()).await;
    let client = SmartClient::new(Registration::public(CLIENT), SITE, Reach::PublicAndLoopback).unwrap();
    let base = Url::parse(&system.base()).unwrap();
    let configuration = client.discover(&base).await.unwrap();
    let verifier = Verifier::random().unwrap();
    let state = "a-state-that-is-hard-to-guess-0123456789";
    let request = AuthorizationRequest { base: &base, state, verifier: &verifier, extent: ScopeExtent::All };
    let authorization = client.authorization(&configuration, request);
    let (_, back) = decide(&authorization, "rosa-1", "yes").await;
    let answer = callback_answer(&back.unwrap());
    let code = answer.code(&configuration, base.as_str()).unwrap();
    let access = client
        .exchange(&configuration, CodeExchange { code, verifier: &verifier, extent: ScopeExtent::All })
        .await
        .unwrap();
    client.read(&base, &access).await.unwrap();
    let requests = log.lock().unwrap().clone();
    RecordedLaunch { system, authorization, requests }
}

/// The parameters of a callback address.
pub(crate) fn callback_answer(address: &Url) -> Answer {
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
    let app = router(system.clone()).layer(middleware::from_fn_with_state(log, record_request));
    tokio::spawn(async move { axum::serve(listener, app).await });
    system
}

async fn record_request(State(log): State<Log>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 1 << 20).await.unwrap();
    let headers = parts.headers.iter().map(|(name, value)| {
        (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
    });
    log.lock().unwrap().push(RecordedRequest {
        method: parts.method.to_string(),
        path: parts.uri.path().to_owned(),
        headers: headers.collect(),
        body: String::from_utf8_lossy(&body).into_owned(),
    });
    next.run(Request::from_parts(parts, Body::from(body))).await
}
