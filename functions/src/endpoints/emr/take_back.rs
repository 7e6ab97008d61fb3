//! `POST /backend/emr/takeBack`: the owner of the address on file takes back shared records (E-314).

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_keys::Purpose;

use crate::{
    context::Context,
    endpoint::{Endpoint, Resource, Sample, Section},
    http::{body::JsonBody, client_address::ClientAddress, problem::Problem},
    rate_limit::{self, LimitedAction},
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
    State(context): State<Context>,
    address: ClientAddress,
    JsonBody(request): JsonBody<TakeBackRequest>,
) -> Result<Json<Done>, Problem> {
    rate_limit::check(&context, LimitedAction::DeletionLink, &address).await?;
    let number = take_back_link::read(&context.key()?, request.token.reveal()).ok_or(Problem::NotFound)?;
    context.participants.withdraw_all(&number, context.clock.now()).await?;
    Ok(Json(Done { result: "withdrawn".into() }))
}
