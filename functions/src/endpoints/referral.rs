//! `POST /backend/referral`: the study team's portal reports the status of a referral (E-260).

use axum::{Json, extract::State};
use http::HeaderMap;
use jiff::tz::TimeZone;
use utoipa_axum::routes;
use waypoint_domain::{
    participant::FieldError,
    referral::{ClosingReason, Referral},
};
use waypoint_keys::Purpose;

use super::portal_report::{read_signed, sign_up_named};
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    http::{body::RawBody, problem::Problem},
    needs::{Resource, Service},
    signed_message::{SigningKey, TOLERANCE},
    store::{Figures, Participants, ReferralUpdate, Studies},
    wire::{Done, ReferralStatement},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::AuditTrail],
    services: &[Service::PortalKey],
    rights: &[
        (Resource::Studies, &["GetItem"]),
        (Resource::Participants, &["ConditionCheckItem", "PutItem", "Query", "UpdateItem"]),
        (Resource::Figures, &["PutItem"]),
    ],
    impersonal: &[("POST", "the study team signs it: referral.rs")],
    sample: Sample::Post(
        r#"{"participant": "PT000000000000", "study_number": "STU01009", "status": "received"}"#,
    ),
    ..Endpoint::new("referral", Section::SigningUp, || routes!(referral))
};

/// Stores the status of a referral, and the reason if it is closed. The message is signed as defined by Standard
/// Webhooks. Repeating it changes nothing, and the latest status wins regardless of the order of arrival.
#[utoipa::path(post, path = "/backend/referral", request_body = ReferralStatement,
    params(
        ("webhook-id" = String, Header, description = "Identical each time the same message is sent"),
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
    State(participants): State<Participants>,
    State(studies): State<Studies>,
    State(figures): State<Figures>,
    State(portal_key): State<Option<SigningKey>>,
    State(clock): State<Clock>,
    headers: HeaderMap,
    body: RawBody,
) -> Result<Json<Done>, Problem> {
    let now = clock.now();
    let statement: ReferralStatement = read_signed(portal_key.as_ref(), &headers, &body, now)?;
    let since = statement.at.unwrap_or(now);
    // A status from the future would override all following ones.
    if since > now + TOLERANCE {
        return Err(invalid("at", "at must not be in the future"));
    }
    let reason = statement.reason.as_deref();
    let reason = reason.map(|reason| ClosingReason::for_status(statement.status, reason)).transpose();
    let reason = reason.map_err(|error| invalid("reason", &error.to_string()))?;
    let (number, study) = sign_up_named(&statement.participant, &statement.study_number)?;
    let referral = Referral { status: statement.status, since, reason };
    let settings = studies.settings().await?;
    let zone = settings.response.map_or(TimeZone::UTC, |promise| promise.time_zone().clone());
    let count = (&figures, &zone);
    let result = match participants.update_referral((&number, &study), referral, count, now).await? {
        ReferralUpdate::Changed => "set",
        ReferralUpdate::Known => "known",
        ReferralUpdate::UnknownParticipant => return Err(Problem::NotFound),
    };
    Ok(Json(Done { result: result.into() }))
}

fn invalid(field: &str, message: &str) -> Problem {
    Problem::FormInvalid(vec![FieldError::new(field, message)])
}
