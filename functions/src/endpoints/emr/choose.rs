//! `POST /backend/emr/choose`: stores which records are shared and which are left out (E-311).

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_keys::Purpose;

use super::{
    chosen::{chosen, left_out},
    read_records::seen_records,
};
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    endpoints::browser_session::CallingBrowser,
    http::{
        body::{JsonBody, MAX_RECORDS_BYTES},
        problem::Problem,
    },
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    store::Sessions,
    wire::{ChoiceRequest, Done},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::RateLimit],
    rights: &[(Resource::Sessions, &["GetItem", "PutItem", "UpdateItem"])],
    sample: Sample::Post(r#"{"connection": "none", "records": [[], [], [], []]}"#),
    ..Endpoint::new("emr_choose", Section::Records, || routes!(choose))
};

/// Stores which records are left out, so the choice survives a reload. Shares nothing.
#[utoipa::path(post, path = "/backend/emr/choose", request_body = ChoiceRequest, responses(
    (status = 200, body = Done),
    (status = 409, description = "connection_over, records_changed", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn choose(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(sessions): State<Sessions>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<ChoiceRequest, MAX_RECORDS_BYTES>,
) -> Result<Json<Done>, Problem> {
    // Each ticked box sends a request, which must not use up the limit for sharing.
    limits.check(LimitedAction::Draft).await?;
    let session = browser.session().await?.ok_or(Problem::ConnectionEnded)?;
    let read = seen_records(&browser, Some(&session), &request.connection).await?;
    let read = read.ok_or(Problem::ConnectionEnded)?;
    let records = read.records.reveal();
    let left_out = left_out(records, &chosen(records, &request.records));
    sessions.leave_out(&session, (&read.connection, left_out), clock.now()).await?;
    Ok(Json(Done { result: "remembered".into() }))
}
