//! The request to each function.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::{Value, json};
use waypoint_local::lambda::event::{HttpCall, scheduled};

use crate::functions::Function;

/// The requests in a file. A function without one gets an empty request.
#[derive(Debug, Deserialize)]
pub(crate) struct Calls(BTreeMap<String, Request>);

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    #[serde(default)]
    query: String,
    /// JSON.
    body: Option<String>,
}

impl Calls {
    /// Parses a file.
    pub(crate) fn read(text: &str) -> Result<Self> {
        Ok(toml::from_str(text)?)
    }

    /// Returns the event for a function, or `None` if it processes a stream.
    pub(crate) fn event_for(&self, function: &Function) -> Result<Option<Value>> {
        let Some((method, path)) = &function.route else {
            return Ok(function.scheduled.then(scheduled));
        };
        let Request { query, body } = self.0.get(&function.program).cloned().unwrap_or_default();
        let body = body.map(|body| serde_json::from_str(&body)).transpose();
        let body: Option<Value> = body.with_context(|| format!("the body of {}", function.program))?;
        let is_post = method == "POST";
        let call = HttpCall {
            method: method.clone(),
            path: path.clone(),
            query,
            headers: is_post
                .then(|| ("content-type".into(), "application/json".into()))
                .into_iter()
                .collect(),
            body: body.or_else(|| is_post.then(|| json!({}))),
        };
        Ok(Some(call.event()))
    }
}
