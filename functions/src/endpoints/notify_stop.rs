//! `POST /backend/notify/stop`: ends a subscription and erases its data (D-267).

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_keys::Purpose;

use crate::{
    context::Context,
    endpoint::{Endpoint, Resource, Sample, Section},
    http::{body::JsonBody, client_address::ClientAddress, problem::Problem},
    news_link,
    rate_limit::{self, LimitedAction},
    wire::{Done, NewsLinkRequest},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::RateLimit, Purpose::StopNews],
    rights: &[
        (Resource::Participants, &["BatchWriteItem", "DeleteItem", "Query"]),
        (Resource::Sessions, &["UpdateItem"]),
    ],
    sample: Sample::Post(
        r#"{"token": "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"}"#,
    ),
    ..Endpoint::new("notify_stop", Section::News, || routes!(stop))
};

/// Erases all data of a subscription, confirmed or not. Invalid, used, and expired links get the same response.
#[utoipa::path(post, path = "/backend/notify/stop", request_body = NewsLinkRequest, responses(
    (status = 200, description = "Everything is erased", body = Done),
    (status = 404, description = "link_invalid", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn stop(
    State(context): State<Context>,
    address: ClientAddress,
    JsonBody(request): JsonBody<NewsLinkRequest>,
) -> Result<Json<Done>, Problem> {
    rate_limit::check(&context, LimitedAction::NewsLink, &address).await?;
    let id = news_link::stopped_by(&context.key()?, request.token.reveal()).ok_or(Problem::LinkInvalid)?;
    if !context.subscriptions.erase(&id, context.clock.now()).await? {
        return Err(Problem::LinkInvalid);
    }
    Ok(Json(Done { result: "stopped".into() }))
}
