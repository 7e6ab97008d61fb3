//! A form that a browser sends: its fields, and whether its policy allows them.

use std::collections::BTreeMap;

use axum::extract::Multipart;
use base64::{Engine, engine::general_purpose::STANDARD};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::{ACCESS_KEY, BUCKET, REGION, Refusal, shelf::Stored, signing::signature};

/// What was sent.
pub(super) struct Sent {
    /// Fields by their names in small letters.
    fields: BTreeMap<String, String>,
    file: Vec<u8>,
}

impl Sent {
    /// The file, of the kind that the form says.
    pub(super) fn into_stored(self) -> Stored {
        let kind = self.fields.get("content-type").cloned();
        let headers = kind.map(|kind| ("content-type".to_owned(), kind)).into_iter().collect();
        Stored { bytes: self.file, headers }
    }

    /// The token of whoever signed the form; empty when they have none.
    pub(super) fn token(&self) -> &str {
        self.fields.get("x-amz-security-token").map(String::as_str).unwrap_or_default()
    }
}

/// What whoever signed the form allows.
#[derive(Deserialize)]
struct Policy {
    expiration: Timestamp,
    conditions: Vec<Value>,
}

/// Reads a form up to its file; what stands behind that does not count.
pub(super) async fn read(mut sent: Multipart) -> Result<Sent, Refusal> {
    let mut fields = BTreeMap::new();
    while let Some(field) = sent.next_field().await.map_err(|_| Refusal::MalformedPost)? {
        let name = field.name().unwrap_or_default().to_ascii_lowercase();
        if name == "file" {
            let file = field.bytes().await.map_err(|_| Refusal::EntityTooLarge)?.to_vec();
            return Ok(Sent { fields, file });
        }
        let text = field.text().await.map_err(|_| Refusal::MalformedPost)?;
        fields.insert(name, text);
    }
    Err(Refusal::MalformedPost)
}

/// The name under which the file is to be kept.
pub(super) fn check(sent: &Sent, now: Timestamp) -> Result<String, Refusal> {
    let field = |name: &str| sent.fields.get(name).map(String::as_str).ok_or(Refusal::AccessDenied);
    let encoded = field("policy")?;
    let credential: Vec<&str> = field("x-amz-credential")?.split('/').collect();
    let [ACCESS_KEY, day, REGION, "s3", "aws4_request"] = credential[..] else {
        return Err(Refusal::AccessDenied);
    };
    if field("x-amz-signature")? != signature(day, encoded) {
        return Err(Refusal::AccessDenied);
    }
    let policy = STANDARD.decode(encoded).ok().and_then(|json| serde_json::from_slice(&json).ok());
    let Policy { expiration, conditions } = policy.ok_or(Refusal::AccessDenied)?;
    if expiration <= now {
        return Err(Refusal::AccessDenied);
    }
    let mut allowed = vec!["policy".to_owned(), "x-amz-signature".to_owned()];
    for condition in &conditions {
        allowed.extend(met(condition, sent)?);
    }
    if sent.fields.keys().any(|name| !allowed.contains(name)) {
        return Err(Refusal::AccessDenied);
    }
    Ok(field("key")?.to_owned())
}

/// The names of the fields that a condition allows.
fn met(condition: &Value, sent: &Sent) -> Result<Vec<String>, Refusal> {
    if let Some([Value::String(kind), least, most]) = condition.as_array().map(Vec::as_slice) {
        let bounds = (kind == "content-length-range").then(|| Some((least.as_u64()?, most.as_u64()?)));
        let (least, most) = bounds.flatten().ok_or(Refusal::AccessDenied)?;
        let length = sent.file.len() as u64;
        if length < least {
            return Err(Refusal::EntityTooSmall);
        }
        return if length > most { Err(Refusal::EntityTooLarge) } else { Ok(Vec::new()) };
    }
    let pairs = condition.as_object().ok_or(Refusal::AccessDenied)?;
    let mut names = Vec::new();
    for (name, wanted) in pairs {
        let name = name.to_ascii_lowercase();
        let given = if name == "bucket" { Some(BUCKET) } else { sent.fields.get(&name).map(String::as_str) };
        if given.is_none() || given != wanted.as_str() {
            return Err(Refusal::AccessDenied);
        }
        names.push(name);
    }
    Ok(names)
}
