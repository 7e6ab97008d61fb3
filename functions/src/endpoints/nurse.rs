//! `POST /backend/nurse`: a participant requests a call from the nurse (E-437).

use std::time::Duration;
use utoipa_axum::routes;
use waypoint_keys::Purpose;

use axum::{Json, extract::State};

use super::holder::session_with;
use crate::{
    context::Context,
    endpoint::{Endpoint, Resource, Sample, Section},
    http::{body::JsonBody, browser::Browser, client_address::ClientAddress, problem::Problem},
    rate_limit::{self, LimitedAction},
    store::Counter,
    wire::{Done, NurseCallRequest},
};

/// How often a participant may request a call or change its time, per day.
const MAX_REQUESTS_PER_DAY: u32 = 10;
const DAY: Duration = Duration::from_hours(24);

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
    State(context): State<Context>,
    address: ClientAddress,
    browser: Browser,
    JsonBody(request): JsonBody<NurseCallRequest>,
) -> Result<Json<Done>, Problem> {
    rate_limit::check(&context, LimitedAction::AfterSignUp, &address).await?;
    let (_, open) = session_with(&context, &browser, &request.number).await?;
    let sign_up = &open.sign_up;
    if !context.participants.has_acknowledged(&sign_up.participant).await? {
        return Err(Problem::NotAcknowledged);
    }
    let now = context.clock.now();
    let counter = Counter::new(&format!("NurseCall#{}", sign_up.participant), DAY, now);
    if !context.sessions.count(&counter, MAX_REQUESTS_PER_DAY).await? {
        return Err(Problem::TooManyRequests(DAY.as_secs()));
    }
    context.participants.request_nurse_call(sign_up, request.when, now).await?;
    Ok(Json(Done { result: "requested".into() }))
}
