//! The routes as JavaScript constants for the CDN functions, one entry per line.

use std::{
    collections::BTreeMap,
    fmt::{Display, Formatter, Result},
};

use serde_json::{Value, json};

use crate::{
    EMBEDDED, Routes,
    pattern::{LONGEST_ID, segments},
    rules::{QueryRule, Route},
};

/// The routes, displayed as the constants of the CDN functions.
pub(super) struct Table<'a>(&'a Routes);

impl<'a> From<&'a Routes> for Table<'a> {
    fn from(routes: &'a Routes) -> Self {
        Self(routes)
    }
}

impl Display for Table<'_> {
    fn fmt(&self, f: &mut Formatter) -> Result {
        let Self(routes) = self;
        let redirects = routes.redirects.iter().map(|redirect| json!([pattern(&redirect.path), redirect.to]));
        let framed_headers = routes.headers.iter().filter_map(|(name, value)| {
            let framed = routes.when_framed(name, value).unwrap_or_default();
            (framed != *value).then_some((name, framed))
        });
        writeln!(f, "const LONGEST_ID = {LONGEST_ID};")?;
        writeln!(f, "const EMBEDDED = {};", json!(EMBEDDED))?;
        list(f, "ROUTES", routes.rules.iter().map(rule))?;
        list(f, "REDIRECTS", redirects)?;
        writeln!(f, "const FILLED = {};", json!(routes.filled.files))?;
        list(f, "FRAMED", routes.framing.paths.iter().map(|path| pattern(path)))?;
        list(f, "PRIVATE", routes.private.paths.iter().map(|path| pattern(path)))?;
        list(f, "LOCATING", routes.locating.paths.iter().map(|path| pattern(path)))?;
        writeln!(f, "const HEADERS = {};", json!(routes.headers))?;
        writeln!(f, "const FRAMED_HEADERS = {};", json!(framed_headers.collect::<BTreeMap<_, _>>()))?;
        writeln!(f, "const PRIVATE_HEADERS = {};", json!(routes.private.headers))?;
        writeln!(f, "const LOCATING_HEADERS = {};", json!(routes.locating.headers))
    }
}

fn list(f: &mut Formatter, name: &str, entries: impl Iterator<Item = Value>) -> Result {
    let lines: Vec<_> = entries.map(|entry| format!("    {entry}")).collect();
    writeln!(f, "const {name} = [\n{}\n];", lines.join(",\n"))
}

/// Returns the segments of a pattern. Fixed segments are in lower case; names in braces already are.
fn pattern(path: &str) -> Value {
    segments(path).map(str::to_ascii_lowercase).collect()
}

fn rule(route: &Route) -> Value {
    let mut rule = json!({ "path": pattern(&route.path), "files": route.files });
    if !route.missing.is_empty() {
        rule["missing"] = json!(route.missing);
    }
    if let Some(query) = &route.query {
        rule["query"] = query_rule(query);
    }
    rule
}

fn query_rule(rule: &QueryRule) -> Value {
    json!({ "key": rule.key, "name": rule.name(), "values": rule.values, "otherwise": rule.otherwise })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_written_in_lower_case() {
        assert_eq!(pattern("/VLU/{id}/*"), json!(["vlu", "{id}", "*"]));
        assert_eq!(pattern("/"), json!([]));
    }
}
