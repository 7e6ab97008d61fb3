//! The request to each function.

use anyhow::{Context, Result};
use serde_json::Value;
use waypoint_functions::endpoint::{Endpoint, Sample};
use waypoint_local::lambda::event::{HttpCall, scheduled};

use crate::functions::Function;

/// Returns the event for a function, or `None` if it processes a stream.
pub(crate) fn event_for(function: Function) -> Result<Option<Value>> {
    match function {
        Function::Endpoint(endpoint) => Ok(Some(call_of(endpoint)?.event())),
        Function::Scheduled(..) => Ok(Some(scheduled())),
        Function::Regenerate => Ok(None),
    }
}

/// Returns the sample request of an endpoint.
fn call_of(endpoint: &Endpoint) -> Result<HttpCall> {
    let (query, body) = match endpoint.sample {
        Sample::Get(query) => (query.to_owned(), None),
        Sample::Post(body) => {
            let body = serde_json::from_str(body);
            (String::new(), Some(body.with_context(|| format!("the sample of {}", endpoint.name))?))
        }
    };
    let headers = body.iter().map(|_: &Value| ("content-type".into(), "application/json".into())).collect();
    Ok(HttpCall { method: endpoint.sample.method().into(), path: endpoint.path(), query, headers, body })
}
