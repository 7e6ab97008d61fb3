//! `POST /backend/nurse`: a participant requests a call from the nurse (E-437).

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_keys::{ProgramKeys, Purpose};

use super::browser_session::CallingBrowser;
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    http::{body::JsonBody, problem::Problem},
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    store::{Counter, Participants, Sessions},
    wire::{Done, NurseCallRequest},
};

/// How often a participant may request a call or change its time, per day.
const MAX_REQUESTS_PER_DAY: u32 = 10;

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::AuditTrail, Purpose::RateLimit],
    rights: &[
        (Resource::Participants, &["ConditionCheckItem", "GetItem", "PutItem", "Query"]),
        (Resource::Sessions, &["GetItem", "UpdateItem"]),
    ],
    sample: Sample::Post(r#"{"number": "PT000000000000", "when": "any"}"#),
    ..Endpoint::new("nurse", Section::SigningUp, || routes!(nurse))
};

/// Stores the request and passes it to the study team. Repeating it changes nothing. The sign-up must be in the
/// session, and the participant must have accepted the privacy notice, which mentions that the study team is informed.
#[utoipa::path(post, path = "/backend/nurse", request_body = NurseCallRequest, responses(
    (status = 200, body = Done),
    (status = 404, description = "not_found", body = crate::http::problem::ProblemBody),
    (status = 422, description = "not_acknowledged", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn nurse(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(participants): State<Participants>,
    State(sessions): State<Sessions>,
    State(keys): State<ProgramKeys>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<NurseCallRequest>,
) -> Result<Json<Done>, Problem> {
    limits.check(LimitedAction::AfterSignUp).await?;
    let (_, open) = browser.session_with(&request.number).await?;
    let sign_up = &open.sign_up;
    if !participants.has_acknowledged(&sign_up.participant).await? {
        return Err(Problem::NotAcknowledged);
    }
    let now = clock.now();
    let counter =
        Counter::for_participant(&keys.get()?, ("NurseCall", &sign_up.participant), Counter::DAY, now);
    if !sessions.count(&counter, MAX_REQUESTS_PER_DAY).await? {
        return Err(Problem::TooManyRequests(Counter::DAY.as_secs()));
    }
    participants.request_nurse_call(sign_up, request.when, now).await?;
    Ok(Json(Done { result: "requested".into() }))
}
