//! Checks the fields of an uploaded form against its policy.

use std::collections::BTreeMap;

use axum::extract::Multipart;
use base64::{Engine, engine::general_purpose::STANDARD};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::{
    account::{ACCESS_KEY, BUCKET, REGION},
    document_store::Document,
    rejection::Rejection,
    signing::signature,
};

/// The contents of a form.
pub(super) struct Form {
    /// Fields by name in lower case.
    fields: BTreeMap<String, String>,
    file: Vec<u8>,
}

impl Form {
    /// Returns the file as a document with the content type of the form.
    pub(super) fn into_document(self) -> Document {
        let kind = self.fields.get("content-type").cloned();
        let headers = kind.map(|kind| ("content-type".to_owned(), kind)).into_iter().collect();
        Document { bytes: self.file, headers }
    }

    /// Returns the session token of the form's signer, or "" without one.
    pub(super) fn token(&self) -> &str {
        self.fields.get("x-amz-security-token").map(String::as_str).unwrap_or_default()
    }
}

/// The policy that the signer allows.
#[derive(Deserialize)]
struct Policy {
    expiration: Timestamp,
    conditions: Vec<Value>,
}

/// Reads a form up to its file. Fields after the file are ignored.
pub(super) async fn read(mut form: Multipart) -> Result<Form, Rejection> {
    let mut fields = BTreeMap::new();
    while let Some(field) = form.next_field().await.map_err(|_| Rejection::MalformedPost)? {
        let name = field.name().unwrap_or_default().to_ascii_lowercase();
        if name == "file" {
            let file = field.bytes().await.map_err(|_| Rejection::EntityTooLarge)?.to_vec();
            return Ok(Form { fields, file });
        }
        let text = field.text().await.map_err(|_| Rejection::MalformedPost)?;
        fields.insert(name, text);
    }
    Err(Rejection::MalformedPost)
}

/// Checks the policy and returns the name under which to store the file.
pub(super) fn check(form: &Form, now: Timestamp) -> Result<String, Rejection> {
    let field = |name: &str| form.fields.get(name).map(String::as_str).ok_or(Rejection::AccessDenied);
    let encoded = field("policy")?;
    let credential: Vec<&str> = field("x-amz-credential")?.split('/').collect();
    let [ACCESS_KEY, day, REGION, "s3", "aws4_request"] = credential[..] else {
        return Err(Rejection::AccessDenied);
    };
    if field("x-amz-signature")? != signature(day, encoded) {
        return Err(Rejection::AccessDenied);
    }
    let policy = STANDARD.decode(encoded).ok().and_then(|json| serde_json::from_slice(&json).ok());
    let Policy { expiration, conditions } = policy.ok_or(Rejection::AccessDenied)?;
    if expiration <= now {
        return Err(Rejection::AccessDenied);
    }
    let mut allowed = vec!["policy".to_owned(), "x-amz-signature".to_owned()];
    for condition in &conditions {
        allowed.extend(allowed_fields(condition, form)?);
    }
    if form.fields.keys().any(|name| !allowed.contains(name)) {
        return Err(Rejection::AccessDenied);
    }
    Ok(field("key")?.to_owned())
}

/// Returns the names of the fields that a condition allows.
fn allowed_fields(condition: &Value, form: &Form) -> Result<Vec<String>, Rejection> {
    if let Some([Value::String(kind), min, max]) = condition.as_array().map(Vec::as_slice) {
        let bounds = (kind == "content-length-range").then(|| Some((min.as_u64()?, max.as_u64()?)));
        let (min, max) = bounds.flatten().ok_or(Rejection::AccessDenied)?;
        let length = form.file.len() as u64;
        if length < min {
            return Err(Rejection::EntityTooSmall);
        }
        return if length > max { Err(Rejection::EntityTooLarge) } else { Ok(Vec::new()) };
    }
    let pairs = condition.as_object().ok_or(Rejection::AccessDenied)?;
    let mut names = Vec::new();
    for (name, expected) in pairs {
        let name = name.to_ascii_lowercase();
        let given = if name == "bucket" { Some(BUCKET) } else { form.fields.get(&name).map(String::as_str) };
        if given.is_none() || given != expected.as_str() {
            return Err(Rejection::AccessDenied);
        }
        names.push(name);
    }
    Ok(names)
}
