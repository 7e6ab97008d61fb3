//! `POST /backend/emr/takeBack`: the owner of the address on file takes back shared records (E-314).

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_keys::{ProgramKeys, Purpose};

use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    http::{body::JsonBody, problem::Problem},
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    store::Participants,
    take_back_link,
    wire::{Done, TakeBackRequest},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::AuditTrail, Purpose::RateLimit, Purpose::TakeRecordsBack],
    rights: &[
        (Resource::Participants, &["ConditionCheckItem", "DeleteItem", "PutItem", "Query"]),
        (Resource::Sessions, &["UpdateItem"]),
    ],
    sample: Sample::Post(
        r#"{"token": "PT0000000000000000000000000000000000000000000000000000000000000000000000000000"}"#,
    ),
    ..Endpoint::new("emr_take_back", Section::Records, || routes!(take_back))
};

/// Erases all shares of the link's participant and asks the study team to erase its copies. Without shares, there is
/// nothing to do.
#[utoipa::path(post, path = "/backend/emr/takeBack", request_body = TakeBackRequest, responses(
    (status = 200, body = Done),
    (status = 404, description = "not_found", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn take_back(
    limits: CallerLimits,
    State(participants): State<Participants>,
    State(keys): State<ProgramKeys>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<TakeBackRequest>,
) -> Result<Json<Done>, Problem> {
    limits.check(LimitedAction::DeletionLink).await?;
    let number = take_back_link::read(&keys.get()?, request.token.reveal()).ok_or(Problem::NotFound)?;
    participants.withdraw_all(&number, clock.now()).await?;
    Ok(Json(Done { result: "withdrawn".into() }))
}
