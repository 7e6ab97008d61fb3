//! Reports of the study team's portal about a sign-up.

use http::HeaderMap;
use jiff::Timestamp;
use serde::de::DeserializeOwned;
use waypoint_domain::{participant_number::ParticipantNumber, study_number::StudyNumber};

use crate::{
    http::{body::RawBody, problem::Problem},
    signed_message::SigningKey,
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

/// Returns the sign-up that a report names.
pub(super) fn sign_up_named(
    participant: &str,
    study_number: &str,
) -> Result<(ParticipantNumber, StudyNumber), Problem> {
    let number = participant.parse().map_err(|_| Problem::NotFound)?;
    let study = study_number.parse().map_err(|_| Problem::NotFound)?;
    Ok((number, study))
}
