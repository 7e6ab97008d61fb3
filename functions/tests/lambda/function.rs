//! Runs Lambda binaries against the local runtime interface, and sends requests to them.

use std::ffi::OsStr;

use axum::{
    Router,
    body::Body,
    http::{Method, Request, header},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::Value;
use tower::ServiceExt;
use waypoint_functions::{endpoint::Endpoint, endpoints};
use waypoint_keys::Purpose;
use waypoint_local::lambda::{
    event::{HttpCall, scheduled},
    program::{Program, keys_as_variables, variables_of_endpoint},
};

use super::site::Site;

/// A request of a browser.
#[derive(Debug, Clone)]
pub(crate) struct Call(HttpCall);

impl Call {
    pub(crate) fn get(path: &str, query: &str) -> Self {
        Self::new(&Method::GET, path, query, &[], None)
    }

    pub(crate) fn post(path: &str, body: Value) -> Self {
        Self::new(&Method::POST, path, "", &[("content-type", "application/json")], Some(body))
    }

    fn new(method: &Method, path: &str, query: &str, headers: &[(&str, &str)], body: Option<Value>) -> Self {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let [method, path, query] = [method.as_str(), path, query].map(str::to_owned);
        Self(HttpCall { method, path, query, headers, body })
    }

    pub(crate) fn path(&self) -> &str {
        &self.0.path
    }

    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        self.0.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) async fn local(&self, router: &Router) -> (u16, Value, Option<String>) {
        let Self(HttpCall { method, path, query, headers, body }) = self;
        let mut request = Request::builder().method(method.as_str()).uri(format!("{path}?{query}"));
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let body = body.as_ref().map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let answer = router.clone().oneshot(request.body(body).unwrap()).await.unwrap();
        let status = answer.status().as_u16();
        let cookie = answer
            .headers()
            .get(header::SET_COOKIE)
            .map(|c| c.to_str().unwrap().split(';').next().unwrap().to_owned());
        let bytes = axum::body::to_bytes(answer.into_body(), 1 << 20).await.unwrap();
        (status, parse_json(&bytes), cookie)
    }
}

/// Parses the JSON of a response. A redirect has none.
fn parse_json(body: &[u8]) -> Value {
    if body.is_empty() { Value::Null } else { serde_json::from_slice(body).unwrap() }
}

/// A binary running with its own runtime interface.
pub(crate) struct Function(Program);

impl Function {
    /// Starts the function of an endpoint.
    pub(crate) async fn serving(endpoint: &Endpoint, site: &Site) -> Self {
        let binary = match endpoints::Program::serving(endpoint) {
            endpoints::Program::Light => env!("CARGO_BIN_EXE_endpoint"),
            endpoints::Program::WithIndex => env!("CARGO_BIN_EXE_endpoint-with-index"),
        };
        Self::start_with(binary, variables_of_endpoint(&site.cloud, endpoint), site).await
    }

    /// Starts a scheduled function that uses keys of these purposes.
    pub(crate) async fn scheduled(binary: &str, purposes: &[Purpose], site: &Site) -> Self {
        Self::start_with(binary, keys_as_variables(&site.cloud, purposes), site).await
    }

    async fn start_with(binary: &str, variables: Vec<(String, String)>, site: &Site) -> Self {
        let (cloud, index) = (&site.cloud, site.index.path());
        Self(Program::start(OsStr::new(binary), &[], variables, cloud, index).await.unwrap())
    }

    /// Returns the function's response to a scheduled event.
    pub(crate) async fn run_scheduled(&mut self) -> Value {
        self.0.answer(scheduled()).await.unwrap()
    }

    pub(crate) async fn call(&mut self, call: &Call) -> (u16, Value) {
        let answer = self.0.answer(call.0.event()).await.unwrap();
        let status = answer["statusCode"].as_u64().unwrap_or_else(|| panic!("{call:?}: {answer}"));
        let text = answer["body"].as_str().unwrap_or_default();
        let text = if answer["isBase64Encoded"] == true {
            String::from_utf8(STANDARD.decode(text).unwrap()).unwrap()
        } else {
            text.to_owned()
        };
        (u16::try_from(status).unwrap(), parse_json(text.as_bytes()))
    }
}
