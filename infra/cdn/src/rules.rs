//! The contents of `routes.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::pattern::{Part, filled};

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Route {
    pub(crate) path: String,
    pub(crate) files: Vec<String>,
    #[serde(default)]
    pub(crate) missing: Vec<String>,
    pub(crate) query: Option<QueryRule>,
}

/// A query parameter that selects the file.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct QueryRule {
    pub(crate) key: String,
    pub(crate) values: Vec<String>,
    pub(crate) otherwise: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Redirect {
    pub(crate) path: String,
    pub(crate) to: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CacheRule {
    pub(crate) prefix: String,
    pub(crate) control: String,
}

/// The pages that may be framed, and by which hosts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Framing {
    pub(crate) paths: Vec<String>,
    pub(crate) hosts: Vec<String>,
}

/// The files that functions fill for each request, and the addresses where they do.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FilledPages {
    pub(crate) files: Vec<String>,
    pub(crate) paths: Vec<String>,
}

/// Pages that have other headers than most, and these headers. No page is in two of these lists.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SpecialPages {
    pub(crate) paths: Vec<String>,
    pub(crate) headers: BTreeMap<String, String>,
}

/// The files that an address may lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files {
    /// The first of these that exists is the answer.
    pub found: Vec<String>,
    /// If none of `found` exists, the first of these that exists is served with the status 404. If none of these
    /// exists either, the not-found page is served.
    pub missing: Vec<String>,
}

impl Route {
    /// Returns the files of an address that matches this route.
    pub(crate) fn files(&self, mut parts: Vec<Part>, query: Option<&str>) -> Files {
        if let Some(rule) = &self.query {
            match rule.value(query.unwrap_or_default()) {
                Some(value) => parts.push((rule.name(), value.to_owned())),
                None => return Files { found: Vec::new(), missing: filled(&rule.otherwise, &parts) },
            }
        }
        Files { found: filled(&self.files, &parts), missing: filled(&self.missing, &parts) }
    }
}

impl QueryRule {
    /// Returns the placeholder of the value in file names.
    pub(crate) fn name(&self) -> String {
        format!("{{{}}}", self.key)
    }

    /// Returns the parameter's value if the query contains it exactly once and the rule lists it.
    fn value(&self, query: &str) -> Option<&str> {
        let has_key = |pair: &'_ str| pair.split_once('=').is_some_and(|(key, _)| key == self.key);
        let mut pairs = query.split('&').filter(|pair| has_key(pair));
        let (first, second) = (pairs.next()?, pairs.next());
        let (_, given) = first.split_once('=').filter(|_| second.is_none())?;
        self.values.iter().map(String::as_str).find(|value| *value == given)
    }
}
