//! JSON bodies with a maximum size and a declared content type. Errors name the place but never the value.

use std::borrow::Cow;

use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
};
use http::{HeaderMap, header};
use serde::de::DeserializeOwned;
use serde_json::Value;
use waypoint_domain::human_text::remove_hidden_characters;

use super::problem::Problem;

/// The maximum size of a body in bytes.
pub const MAX_BYTES: usize = 16 * 1024;
/// The maximum size of a body with a sign-up form or its draft. It has room for all texts at their limits, in
/// characters of four bytes, and the drafts of a session fit into one item of the store.
pub const MAX_FORM_BYTES: usize = 64 * 1024;
/// The maximum size of a body that lists medical records: as many as a health system may return, with the longest ids.
pub const MAX_RECORDS_BYTES: usize = 1024 * 1024;

/// A JSON object of at most `MAX` bytes.
#[derive(Debug)]
pub struct JsonBody<T, const MAX: usize = MAX_BYTES>(pub T);

/// A JSON object or list of at most [`MAX_BYTES`].
#[derive(Debug)]
pub struct ObjectOrList<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned, const MAX: usize> FromRequest<S> for JsonBody<T, MAX> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::NotJson);
        }
        let bytes = read(request, MAX).await?;
        require_object(&bytes)?;
        parse(&bytes).map(Self)
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for ObjectOrList<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::NotJson);
        }
        parse(&read(request, MAX_BYTES).await?).map(Self)
    }
}

/// Rejects a list, which would be read as the fields of an object in order.
fn require_object(bytes: &[u8]) -> Result<(), Problem> {
    match bytes.trim_ascii_start() {
        [b'[', ..] => Err(Problem::MalformedBody("The body must be an object, and is a list.".into())),
        _ => Ok(()),
    }
}

/// A JSON body of at most [`MAX_BYTES`], unchanged, for signed messages.
#[derive(Debug)]
pub struct RawBody(Bytes);

impl RawBody {
    /// Returns the bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Parses the JSON. An error names the place.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        require_object(&self.0)?;
        parse(&self.0)
    }
}

impl<S: Send + Sync> FromRequest<S> for RawBody {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::NotJson);
        }
        read(request, MAX_BYTES).await.map(Self)
    }
}

/// A body that may be missing. If present, it must be an empty JSON object.
#[derive(Debug)]
pub struct EmptyBody;

impl<S: Send + Sync> FromRequest<S> for EmptyBody {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        let is_declared = is_json(request.headers());
        let bytes = read(request, MAX_BYTES).await?;
        if bytes.is_empty() {
            return Ok(Self);
        }
        if !is_declared {
            return Err(Problem::NotJson);
        }
        parse::<EmptyObject>(&bytes).map(|_| Self)
    }
}

/// A body that may be missing, which means the default.
#[derive(Debug)]
pub struct OptionalBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Default> FromRequest<S> for OptionalBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        let is_declared = is_json(request.headers());
        let bytes = read(request, MAX_BYTES).await?;
        if bytes.is_empty() {
            return Ok(Self(T::default()));
        }
        if !is_declared {
            return Err(Problem::NotJson);
        }
        require_object(&bytes)?;
        parse(&bytes).map(Self)
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct EmptyObject {}

fn is_json(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

async fn read(request: Request, max: usize) -> Result<Bytes, Problem> {
    axum::body::to_bytes(request.into_body(), max).await.map_err(|_| Problem::TooLarge)
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    match without_hidden_characters(bytes) {
        Some(cleaned) => parse_as_it_is(&cleaned),
        None => parse_as_it_is(bytes),
    }
}

/// Returns the body without invisible characters in its texts (see [`remove_hidden_characters`]), or `None` when there
/// are none.
fn without_hidden_characters(bytes: &[u8]) -> Option<Vec<u8>> {
    let text = str::from_utf8(bytes).ok()?;
    // A hidden character is not ASCII or follows a backslash.
    if text.is_ascii() && !text.contains('\\') {
        return None;
    }
    let mut json: Value = serde_json::from_str(text).ok()?;
    let before = json.clone();
    clean(&mut json);
    if json == before { None } else { serde_json::to_vec(&json).ok() }
}

fn clean(json: &mut Value) {
    match json {
        Value::String(text) => {
            if let Cow::Owned(cleaned) = remove_hidden_characters(text) {
                *text = cleaned;
            }
        }
        Value::Array(values) => values.iter_mut().for_each(clean),
        Value::Object(fields) => fields.values_mut().for_each(clean),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn parse_as_it_is<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        Problem::MalformedBody(sentence(&path, error.inner()))
    })?;
    json.end().map_err(|_| Problem::MalformedBody("The body goes on after its JSON.".into()))?;
    Ok(value)
}

/// Describes the place and kind of an error. Serde's message would repeat the value.
fn sentence(path: &str, error: &serde_json::Error) -> String {
    use serde_json::error::Category;
    let place = format!("line {}, column {}", error.line(), error.column());
    if error.classify() != Category::Data {
        return format!("The body is not valid JSON at {place}.");
    }
    let words = error.to_string();
    let what = if words.starts_with("unknown field") {
        "has a field that this call does not know"
    } else if words.starts_with("missing field") {
        "lacks a field that this call needs"
    } else if words.starts_with("duplicate field") {
        "has a field twice"
    } else {
        "has a value of the wrong kind"
    };
    let safe_path: String =
        path.chars().filter(|c| c.is_ascii_alphanumeric() || "._[]".contains(*c)).take(60).collect();
    match safe_path.as_str() {
        "" | "." | "?" => format!("The body {what}, at {place}."),
        name if what.contains("wrong kind") => format!("The field {name} {what}, at {place}."),
        _ => format!("The body {what}, at {place}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Form {
        #[allow(dead_code, reason = "only whether it parses matters here")]
        email: String,
    }

    fn detail(body: &str) -> String {
        parse::<Form>(body.as_bytes()).unwrap_err().detail()
    }

    #[test]
    fn error_names_the_place_and_never_the_value() {
        assert_eq!(
            detail(r#"{"email": 19560327}"#),
            "The field email has a value of the wrong kind, at line 1, column 18."
        );
        assert!(detail(r#"{"email": "maria@example.org""#).contains("not valid JSON"));
        for body in [r#"{"email": ["maria@example.org"]}"#, r#"{"maria@example.org": 1}"#] {
            assert!(!detail(body).contains("maria"), "{}", detail(body));
        }
    }

    #[test]
    fn invisible_characters_are_removed_from_texts() {
        let read = |text: &str| parse::<serde_json::Value>(text.as_bytes()).unwrap();
        let table = [
            ("{\"a\": \"ma\u{200B}ria\"}", "{\"a\": \"maria\"}"),
            (r#"{"a": ["\u202emaria\u0000"], "b": {"c": "\ufeff"}}"#, r#"{"a": ["maria"], "b": {"c": ""}}"#),
            (r#"{"a": "one\r\ntwo\tthree"}"#, r#"{"a": "one\ntwo\tthree"}"#),
            (r#"{"a": "می\u200cخواهم", "n": 1.5}"#, r#"{"a": "می\u200cخواهم", "n": 1.5}"#),
        ];
        for (sent, expected) in table {
            assert_eq!(read(sent), serde_json::from_str::<serde_json::Value>(expected).unwrap(), "{sent}");
        }
    }

    #[test]
    fn list_is_not_an_object() {
        for body in ["[]", " \n[\"maria@example.org\"]"] {
            let refused = require_object(body.as_bytes()).unwrap_err();
            assert_eq!(refused.detail(), "The body must be an object, and is a list.");
        }
        assert_eq!(require_object(b" {}"), Ok(()));
    }

    #[test]
    fn text_after_the_json_is_rejected() {
        assert!(detail(r#"{"email": "a"} {"#).contains("goes on"));
    }
}
