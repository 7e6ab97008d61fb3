//! A model of a `CloudFront` distribution, as AWS documents it, with the two functions.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use waypoint_cdn::{Files, Routes, Target, edge};

use crate::engine::{Engine, Outcome, Query, Store};

/// The network address of every visitor.
pub(crate) const ADDRESS: &str = "192.0.2.7";
/// The page for an address that leads to no file.
pub(crate) const NOT_FOUND: &str = "404.html";
/// Stands in for the name of a file that the bucket doesn't have.
pub(crate) const NOTHING: &str = "";

/// The variants of `CloudFront`'s behavior that the documentation leaves open.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kind {
    /// Whether a response event contains the request as the request function left it, and not the visitor's original.
    pub(crate) passes_request_on: bool,
    /// Whether the response headers policy is applied before the response function.
    pub(crate) policy_is_first: bool,
    pub(crate) query: Query,
    pub(crate) store: Store,
}

pub(crate) const AS_DESCRIBED: Kind =
    Kind { passes_request_on: true, policy_is_first: true, query: Query::Raw, store: Store::Answers };

/// Returns every variant, with a store that answers.
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

/// A visitor's request.
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

/// Where an answer comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum From {
    /// A file of the bucket.
    File(String),
    /// Another origin, with the path and query it received.
    Origin(String, String),
    /// The function itself.
    Edge,
}

/// The visitor's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u64,
    pub(crate) from: From,
    pub(crate) headers: BTreeMap<String, String>,
    /// The request that the bucket or another origin received.
    pub(crate) sent: Value,
    /// The names that were looked up in the store.
    pub(crate) lookups: Vec<String>,
}

/// The CDN with the functions generated from the routes.
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

    /// Returns the headers of the policy, which is the same for all addresses and therefore omits the header that
    /// framed pages omit.
    pub(crate) fn policy(&self) -> BTreeMap<String, String> {
        let mut headers = self.headers("/", None);
        headers.remove("x-frame-options");
        headers
    }

    pub(crate) fn headers(&self, path: &str, query: Option<&str>) -> BTreeMap<String, String> {
        self.routes
            .headers_at(path, query)
            .map(|(name, value)| (name.to_owned(), value.into_owned()))
            .collect()
    }

    /// Answers a visit from a bucket with these files.
    pub(crate) fn answer(&self, kind: Kind, visit: Visit, files: &BTreeSet<String>) -> Answer {
        let how = (kind.query, kind.store);
        let sent = request(visit);
        let Outcome { returned, lookups } = self.request.run(
            &json!({ "viewer": { "ip": ADDRESS }, "request": sent }),
            visit.query,
            how,
            files,
        );
        if returned.get("statusCode").is_some() {
            return answer_from(&returned, From::Edge, Value::Null, lookups);
        }
        let uri = returned["uri"].as_str().unwrap();
        let file = &uri[1..];
        let is_backend = uri == "/backend" || uri.starts_with("/backend/") || visit.path == "/documents";
        if !is_backend && !files.contains(file) {
            let answer = json!({ "statusCode": 403, "headers": fields(&self.policy()) });
            return answer_from(&answer, From::File(NOTHING.into()), returned, lookups);
        }
        let from = if is_backend {
            From::Origin(uri.to_owned(), returned["querystring"].to_string())
        } else {
            From::File(file.to_owned())
        };
        let mut headers = self.origin_headers_of(if is_backend { "" } else { file });
        if kind.policy_is_first {
            add_missing(&mut headers, &self.policy());
        }
        let response = json!({ "statusCode": 200, "statusDescription": "OK", "headers": fields(&headers) });
        let seen = if kind.passes_request_on { &returned } else { &sent };
        let event = json!({ "request": seen, "response": response });
        let changed = self.response.run(&event, visit.query, how, files).returned;
        let mut answer = answer_from(&changed, from, returned, lookups);
        if !kind.policy_is_first {
            add_missing(&mut answer.headers, &self.policy());
        }
        answer
    }

    /// Returns the headers that the bucket or another origin sends with a file.
    pub(crate) fn origin_headers_of(&self, file: &str) -> BTreeMap<String, String> {
        let all = [
            ("cache-control", self.routes.cache_control(file)),
            ("content-type", "text/html"),
            ("etag", "\"1\""),
            ("last-modified", "Thu, 01 Jan 2026 00:00:00 GMT"),
        ];
        all.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    /// Returns the status and file that the routes demand for a visit to the site's pages. If the store fails, that
    /// is the last file of `found`, or else the last of `missing`, whether it exists or not.
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
        let candidates = |names: &[String]| match store {
            Store::Answers => names.to_vec(),
            Store::Fails | Store::IsMissing => names.last().cloned().into_iter().collect(),
        };
        let missing =
            if store == Store::Answers || found.is_empty() { candidates(&missing) } else { Vec::new() };
        let all = candidates(&found)
            .into_iter()
            .map(|name| (200, name))
            .chain(missing.into_iter().map(|name| (404, name)));
        let mut all = all.filter(|(_, name)| store != Store::Answers || files.contains(name));
        let (status, name) = all.next().unwrap_or_else(|| (404, NOT_FOUND.to_owned()));
        if files.contains(&name) { (status, name) } else { (403, NOTHING.to_owned()) }
    }
}

/// The request of an event, with header names in lower case and a parsed query.
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

/// Adds the headers of a policy without overriding.
fn add_missing(headers: &mut BTreeMap<String, String>, policy: &BTreeMap<String, String>) {
    for (name, value) in policy {
        headers.entry(name.clone()).or_insert_with(|| value.clone());
    }
}

fn answer_from(response: &Value, from: From, sent: Value, lookups: Vec<String>) -> Answer {
    let headers = response["headers"].as_object().unwrap().iter();
    let headers = headers.map(|(name, field)| (name.clone(), field["value"].as_str().unwrap().to_owned()));
    Answer {
        status: response["statusCode"].as_u64().unwrap(),
        from,
        headers: headers.collect(),
        sent,
        lookups,
    }
}
