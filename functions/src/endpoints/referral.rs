//! `POST /backend/referral`: the study team's portal says how far it has come with somebody (E-260).

use axum::{Json, Router, extract::State, routing::post};
use http::HeaderMap;
use waypoint_domain::{
    participant::FieldError, participant_number::ParticipantNumber, referral::Referral,
    study_number::StudyNumber,
};

use crate::{
    context::Context,
    http::{body::RawBody, guard::endpoint, problem::Problem},
    signed_message::TOLERANCE,
    store::Stated,
    wire::{Done, ReferralStatement},
};

/// Serves `POST /backend/referral`.
pub fn router(context: Context) -> Router {
    endpoint("/backend/referral", post(referral)).with_state(context)
}

/// Notes how far the study team has come. The message is signed by the rules of Standard Webhooks; the same one again
/// changes nothing, and of two statements the later one holds, in whatever order they arrive.
#[utoipa::path(post, path = "/backend/referral", request_body = ReferralStatement,
    params(
        ("webhook-id" = String, Header, description = "The same for each sending of one message"),
        ("webhook-timestamp" = String, Header, description = "Seconds since 1970, within five minutes of now"),
        ("webhook-signature" = String, Header, description = "`v1,` and the HMAC-SHA-256 of `id.timestamp.body` in base64")
    ),
    responses(
        (status = 200, description = "`set`, or `known` when nothing changes", body = Done),
        (status = 401, description = "signature_invalid", body = crate::http::problem::ProblemBody),
        (status = 404, description = "not_found", body = crate::http::problem::ProblemBody),
        (status = 422, description = "form_invalid", body = crate::http::problem::ProblemBody)
    ))]
pub(crate) async fn referral(
    State(context): State<Context>,
    headers: HeaderMap,
    body: RawBody,
) -> Result<Json<Done>, Problem> {
    let now = context.clock.now();
    // Without a key this call is as good as not there.
    let key = context.portal_key.as_ref().ok_or(Problem::NotFound)?;
    key.believe(&headers, body.bytes(), now).map_err(Problem::SignatureInvalid)?;
    let said: ReferralStatement = body.read()?;
    let since = said.at.unwrap_or(now);
    // One from the future would outdo all that follow.
    if since > now + TOLERANCE {
        return Err(Problem::FormInvalid(vec![FieldError::new("at", "This time has not come yet")]));
    }
    let number: ParticipantNumber = said.participant.parse().map_err(|_| Problem::NotFound)?;
    let study: StudyNumber = said.study_number.parse().map_err(|_| Problem::NotFound)?;
    let referral = Referral { status: said.status, since };
    let result = match context.participants.state_referral((&number, &study), referral, now).await? {
        Stated::Changed => "set",
        Stated::Known => "known",
        Stated::Nobody => return Err(Problem::NotFound),
    };
    Ok(Json(Done { result: result.into() }))
}
