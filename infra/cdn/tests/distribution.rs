//! A distribution as AWS describes it, with the two functions: what a visitor sees of it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use waypoint_cdn::{Files, Routes, Target, edge};

use crate::engine::{Engine, Made, Query, Store};

/// The network address of every visitor.
pub(crate) const ADDRESS: &str = "192.0.2.7";
/// The page for an address that leads to no file.
pub(crate) const NOT_FOUND: &str = "404.html";
/// What stands for a file that the bucket was asked for in vain.
pub(crate) const NOTHING: &str = "";

/// What is not certain of the CDN, or changes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kind {
    /// Whether the event of an answer holds the request as the first function has left it, and not the visitor's.
    pub(crate) passes_request_on: bool,
    /// Whether the policy of response headers is applied before the function of an answer.
    pub(crate) policy_is_first: bool,
    pub(crate) query: Query,
    pub(crate) store: Store,
}

pub(crate) const AS_DESCRIBED: Kind =
    Kind { passes_request_on: true, policy_is_first: true, query: Query::Raw, store: Store::Answers };

/// Every way in which the CDN may do it, with a store that answers.
pub(crate) fn every_kind() -> impl Iterator<Item = Kind> {
    [true, false].into_iter().flat_map(|passes_request_on| {
        [true, false].into_iter().flat_map(move |policy_is_first| {
            [Query::Raw, Query::TakenApart].map(|query| Kind {
                passes_request_on,
                policy_is_first,
                query,
                ..AS_DESCRIBED
            })
        })
    })
}

/// What somebody asks for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Visit<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    pub(crate) query: Option<&'a str>,
    pub(crate) headers: &'a [(&'a str, &'a str)],
}

impl<'a> Visit<'a> {
    pub(crate) fn get(path: &'a str, query: Option<&'a str>) -> Self {
        Self { method: "GET", path, query, headers: &[] }
    }
}

/// Where an answer is from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum From {
    /// A file of the bucket.
    File(String),
    /// Another origin, which got this path and this query.
    Origin(String, String),
    /// The function itself.
    Edge,
}

/// What somebody gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u64,
    pub(crate) from: From,
    pub(crate) headers: BTreeMap<String, String>,
    /// What the bucket or another origin was sent.
    pub(crate) sent: Value,
    /// What the store of names was asked.
    pub(crate) asked: Vec<String>,
}

/// The CDN with the functions that the routes make.
pub(crate) struct Distribution {
    pub(crate) routes: Routes,
    request: Engine,
    response: Engine,
}

impl Distribution {
    pub(crate) fn load() -> Self {
        let routes = Routes::load().unwrap();
        let request = Engine::load(&edge::viewer_request(&routes));
        let response = Engine::load(&edge::viewer_response(&routes));
        Self { routes, request, response }
    }

    /// The headers of the policy, which knows no address, and so has none that pages in frames of partners go without.
    pub(crate) fn policy(&self) -> BTreeMap<String, String> {
        let mut headers = self.headers("/", None);
        headers.remove("x-frame-options");
        headers
    }

    pub(crate) fn headers(&self, path: &str, query: Option<&str>) -> BTreeMap<String, String> {
        self.routes
            .headers_of(path, query)
            .map(|(name, value)| (name.to_owned(), value.into_owned()))
            .collect()
    }

    /// Answers a visit from a bucket that has these files.
    pub(crate) fn answer(&self, kind: Kind, visit: Visit, files: &BTreeSet<String>) -> Answer {
        let how = (kind.query, kind.store);
        let sent = request(visit);
        let Made { given, asked } = self.request.run(
            &json!({ "viewer": { "ip": ADDRESS }, "request": sent }),
            visit.query,
            how,
            files,
        );
        if given.get("statusCode").is_some() {
            return ended(&given, From::Edge, Value::Null, asked);
        }
        let uri = given["uri"].as_str().unwrap();
        let file = &uri[1..];
        let of_backend = uri == "/backend" || uri.starts_with("/backend/") || visit.path == "/documents";
        if !of_backend && !files.contains(file) {
            let answer = json!({ "statusCode": 403, "headers": fields(&self.policy()) });
            return ended(&answer, From::File(NOTHING.into()), given, asked);
        }
        let from = if of_backend {
            From::Origin(uri.to_owned(), given["querystring"].to_string())
        } else {
            From::File(file.to_owned())
        };
        let mut headers = self.of_origin(if of_backend { "" } else { file });
        if kind.policy_is_first {
            add_missing(&mut headers, &self.policy());
        }
        let response = json!({ "statusCode": 200, "statusDescription": "OK", "headers": fields(&headers) });
        let seen = if kind.passes_request_on { &given } else { &sent };
        let event = json!({ "request": seen, "response": response });
        let changed = self.response.run(&event, visit.query, how, files).given;
        let mut answer = ended(&changed, from, given, asked);
        if !kind.policy_is_first {
            add_missing(&mut answer.headers, &self.policy());
        }
        answer
    }

    /// The headers that a file has in the bucket; those of another origin are like them.
    pub(crate) fn of_origin(&self, file: &str) -> BTreeMap<String, String> {
        let all = [
            ("cache-control", self.routes.cache_control(file)),
            ("content-type", "text/html"),
            ("etag", "\"1\""),
            ("last-modified", "Thu, 01 Jan 2026 00:00:00 GMT"),
        ];
        all.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    /// What the routes say of a visit to the site's pages: the status, and the file. A store that does not answer leaves
    /// the last file that may be found, or else the last that says what is missing, be they there or not.
    pub(crate) fn expected(
        &self,
        store: Store,
        (path, query): (&str, Option<&str>),
        files: &BTreeSet<String>,
    ) -> (u64, String) {
        let (found, missing) = match self.routes.target(path, query) {
            Target::Files(Files { found, missing }) => (found, missing),
            _ => (Vec::new(), Vec::new()),
        };
        let asked = |names: &[String]| match store {
            Store::Answers => names.to_vec(),
            Store::Fails | Store::IsMissing => names.last().cloned().into_iter().collect(),
        };
        let missing = if store == Store::Answers || found.is_empty() { asked(&missing) } else { Vec::new() };
        let all = asked(&found)
            .into_iter()
            .map(|name| (200, name))
            .chain(missing.into_iter().map(|name| (404, name)));
        let mut all = all.filter(|(_, name)| store != Store::Answers || files.contains(name));
        let (status, name) = all.next().unwrap_or_else(|| (404, NOT_FOUND.to_owned()));
        if files.contains(&name) { (status, name) } else { (403, NOTHING.to_owned()) }
    }
}

/// The request of an event: names of headers in lower case, the query taken apart.
fn request(visit: Visit) -> Value {
    let host = ("host", "waypoint.example");
    let headers: Map<_, _> = [&host]
        .into_iter()
        .chain(visit.headers)
        .map(|(name, value)| ((*name).to_owned(), json!({ "value": value })))
        .collect();
    let mut query: Map<String, Value> = Map::new();
    for pair in visit.query.unwrap_or_default().split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let value = json!({ "value": value });
        match query.get_mut(key) {
            Some(field) => {
                let first = json!([{ "value": field["value"] }]);
                let all = field.as_object_mut().unwrap().entry("multiValue").or_insert(first);
                all.as_array_mut().unwrap().push(value);
            }
            None => {
                query.insert(key.to_owned(), value);
            }
        }
    }
    json!({ "method": visit.method, "uri": visit.path, "querystring": query, "headers": headers, "cookies": {} })
}

fn fields(headers: &BTreeMap<String, String>) -> Map<String, Value> {
    headers.iter().map(|(name, value)| (name.clone(), json!({ "value": value }))).collect()
}

/// A policy that does not override leaves what is there.
fn add_missing(headers: &mut BTreeMap<String, String>, policy: &BTreeMap<String, String>) {
    for (name, value) in policy {
        headers.entry(name.clone()).or_insert_with(|| value.clone());
    }
}

fn ended(response: &Value, from: From, sent: Value, asked: Vec<String>) -> Answer {
    let headers = response["headers"].as_object().unwrap().iter();
    let headers = headers.map(|(name, field)| (name.clone(), field["value"].as_str().unwrap().to_owned()));
    Answer { status: response["statusCode"].as_u64().unwrap(), from, headers: headers.collect(), sent, asked }
}
