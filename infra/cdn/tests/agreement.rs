//! Compares the CDN's answers with the routes.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use waypoint_cdn::{Target, edge::MARKS_HEADER};

use crate::{
    distribution::{Answer, Distribution, From, Kind, NOTHING, Visit},
    engine::Query,
};

/// Returns a query as the runtime rebuilds it: without empty pairs, and with `=` after every key.
fn taken_apart(query: &str) -> String {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    let pairs = pairs.map(|pair| if pair.contains('=') { pair.to_owned() } else { format!("{pair}=") });
    pairs.collect::<Vec<_>>().join("&")
}

impl Distribution {
    /// Visits an address and compares status, file, and headers with the routes.
    pub(crate) fn agrees(
        &self,
        kind: Kind,
        path: &str,
        query: Option<&str>,
        files: &BTreeSet<String>,
    ) -> Answer {
        let answer = self.answer(kind, Visit::get(path, query), files);
        let place = format!("{path:.200} {query:.200?} {kind:?}");
        let query_seen =
            if kind.query == Query::Raw { query.map(str::to_owned) } else { query.map(taken_apart) };
        let query_seen = query_seen.as_deref();
        let mut headers = self.headers(path, query_seen);
        match self.routes.target(path, query_seen) {
            target @ (Target::Backend | Target::Documents) => {
                let path = if target == Target::Documents { "/" } else { path };
                assert!(matches!(&answer.from, From::Origin(to, _) if to == path), "{place} {answer:?}");
                assert_eq!(answer.status, 200, "{place}");
                headers = self.over_origin_headers(headers, "");
            }
            Target::Redirect(to) => {
                assert_eq!((answer.status, &answer.from), (307, &From::Edge), "{place}");
                headers.insert("location".into(), to);
            }
            Target::Files(_) | Target::NotFound => {
                let (status, file) = self.expected(kind.store, (path, query_seen), files);
                assert_eq!((answer.status, &answer.from), (status, &From::File(file.clone())), "{place}");
                headers = self.file_headers(headers, &answer, &file, files);
                if answer.sent["uri"] != path {
                    assert_eq!(answer.sent["querystring"], json!({}), "{place}");
                }
            }
        }
        assert_eq!(answer.headers, headers, "{place}");
        if let Some(marks) = answer.sent["headers"][MARKS_HEADER]["value"].as_str() {
            assert!(
                marks.split(' ').all(|mark| ["200", "404", "framed", "private", "locating"].contains(&mark)),
                "{place} {marks}"
            );
        }
        answer
    }

    /// Returns the headers of a file. For a file that the bucket doesn't have, only the policy sets headers.
    fn file_headers(
        &self,
        headers: BTreeMap<String, String>,
        answer: &Answer,
        file: &str,
        files: &BTreeSet<String>,
    ) -> BTreeMap<String, String> {
        let requested = &answer.sent["uri"].as_str().unwrap()[1..];
        if !files.contains(requested) {
            assert_eq!(file, NOTHING);
            return self.policy();
        }
        let mut headers = self.over_origin_headers(headers, file);
        if answer.status == 404 {
            headers.retain(|name, _| name != "etag" && name != "last-modified");
        }
        headers
    }

    fn over_origin_headers(&self, headers: BTreeMap<String, String>, file: &str) -> BTreeMap<String, String> {
        let mut origin_headers = self.origin_headers_of(file);
        origin_headers.extend(headers);
        origin_headers
    }
}
