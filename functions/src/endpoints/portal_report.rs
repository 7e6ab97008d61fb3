//! Messages of the study team's portal, and signed answers.

use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, header};
use jiff::Timestamp;
use serde::{Serialize, de::DeserializeOwned};
use waypoint_domain::{participant_number::ParticipantNumber, study_number::StudyNumber};

use crate::{
    http::{body::RawBody, problem::Problem},
    signed_message::{ID, SIGNATURE, SigningKey, TIMESTAMP},
};

/// Reads a report that the portal signed. Without a key, its endpoint behaves as if it didn't exist.
pub(super) fn read_signed<T: DeserializeOwned>(
    key: Option<&SigningKey>,
    headers: &HeaderMap,
    body: &RawBody,
    now: Timestamp,
) -> Result<T, Problem> {
    let key = key.ok_or(Problem::NotFound)?;
    key.verify(headers, body.bytes(), now).map_err(Problem::SignatureInvalid)?;
    body.read()
}

/// Answers a message of the portal. The answer is signed with the same key under the id of the message, so the portal
/// can check that it is ours and complete.
pub(super) fn signed_answer<T: Serialize>(
    key: Option<&SigningKey>,
    headers: &HeaderMap,
    answer: &T,
    now: Timestamp,
) -> Result<Response, Problem> {
    let key = key.ok_or(Problem::NotFound)?;
    let id = headers.get(ID).ok_or(Problem::NotFound)?;
    let body = serde_json::to_string(answer).map_err(|_| Problem::Unavailable)?;
    let seconds = now.as_second();
    let signature = key.sign(id.to_str().unwrap_or_default(), seconds, body.as_bytes());
    let signature = HeaderValue::from_str(&signature).map_err(|_| Problem::Unavailable)?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (ID, id.clone()),
        (TIMESTAMP, HeaderValue::from(seconds)),
        (SIGNATURE, signature),
    ];
    Ok((headers, body).into_response())
}

/// Returns the sign-up that a report names.
pub(super) fn sign_up_named(
    participant: &str,
    study_number: &str,
) -> Result<(ParticipantNumber, StudyNumber), Problem> {
    let number = participant.parse().map_err(|_| Problem::NotFound)?;
    let study = study_number.parse().map_err(|_| Problem::NotFound)?;
    Ok((number, study))
}
