//! A local key service: KMS's protocol (`GenerateDataKey`, `Decrypt`) over a key file.

use std::sync::Arc;

use aes_gcm::{
    Aes256Gcm, Nonce,
    aead::{Aead, KeyInit, Payload},
};
use axum::{
    Json, Router,
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::post,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Deserialize;
use serde_json::{Value, json};

const NONCE_BYTES: usize = 12;

/// The name of the only key.
pub const MASTER_KEY: &str = "alias/waypoint-local";

#[derive(Clone)]
struct MasterKey(Arc<Aes256Gcm>);

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Request {
    ciphertext_blob: Option<String>,
    #[serde(default)]
    encryption_context: std::collections::BTreeMap<String, String>,
}

/// Returns the routes of the service with this master key.
pub fn router(master_key: &[u8; 32]) -> Router {
    let cipher = Aes256Gcm::new(&(*master_key).into());
    Router::new().route("/", post(answer)).with_state(MasterKey(Arc::new(cipher)))
}

async fn answer(State(key): State<MasterKey>, headers: HeaderMap, body: String) -> Response {
    let operation = headers.get("x-amz-target").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let Ok(request) = serde_json::from_str::<Request>(&body) else {
        return error_response("SerializationException");
    };
    let context = serde_json::to_vec(&request.encryption_context).unwrap_or_default();
    let result = match operation {
        "TrentService.GenerateDataKey" => key.new_data_key(&context),
        "TrentService.Decrypt" => key.unwrap_data_key(request.ciphertext_blob.as_deref(), &context),
        _ => return error_response("UnknownOperationException"),
    };
    match result {
        Some(body) => Json(body).into_response(),
        None => error_response("InvalidCiphertextException"),
    }
}

impl MasterKey {
    fn new_data_key(&self, context: &[u8]) -> Option<Value> {
        let mut plain = [0; 32];
        let mut nonce = [0; NONCE_BYTES];
        getrandom::fill(&mut plain).ok()?;
        getrandom::fill(&mut nonce).ok()?;
        let sealed = self.0.encrypt(&Nonce::from(nonce), Payload { msg: &plain, aad: context }).ok()?;
        let blob = [nonce.as_slice(), &sealed].concat();
        Some(json!({
            "KeyId": MASTER_KEY, "Plaintext": STANDARD.encode(plain), "CiphertextBlob": STANDARD.encode(blob)
        }))
    }

    fn unwrap_data_key(&self, blob: Option<&str>, context: &[u8]) -> Option<Value> {
        let blob = STANDARD.decode(blob?).ok()?;
        let (nonce, sealed) = blob.split_first_chunk::<NONCE_BYTES>()?;
        let plain = self.0.decrypt(&Nonce::from(*nonce), Payload { msg: sealed, aad: context }).ok()?;
        Some(json!({ "KeyId": MASTER_KEY, "Plaintext": STANDARD.encode(plain) }))
    }
}

fn error_response(kind: &str) -> Response {
    (StatusCode::BAD_REQUEST, Json(json!({ "__type": kind, "message": kind }))).into_response()
}
