//! What each function is asked.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::{Value, json};
use waypoint_local::lambda::event::{HttpCall, scheduled};

use crate::functions::Function;

/// The calls of a file; a function that is not in it is asked nothing but its path.
#[derive(Debug, Deserialize)]
pub(crate) struct Calls(BTreeMap<String, Asked>);

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    #[serde(default)]
    query: String,
    /// JSON.
    body: Option<String>,
}

impl Calls {
    /// Reads a file's text.
    pub(crate) fn read(text: &str) -> Result<Self> {
        Ok(toml::from_str(text)?)
    }

    /// The event for a function; nothing for one that works off a stream.
    pub(crate) fn of(&self, function: &Function) -> Result<Option<Value>> {
        let Some((method, path)) = &function.route else {
            return Ok(function.scheduled.then(scheduled));
        };
        let Asked { query, body } = self.0.get(&function.program).cloned().unwrap_or_default();
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
