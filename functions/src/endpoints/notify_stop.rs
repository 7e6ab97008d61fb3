//! `POST /backend/notify/stop`: ends a subscription and erases its data (D-267).

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_keys::{ProgramKeys, Purpose};

use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    http::{body::JsonBody, problem::Problem},
    needs::Resource,
    news_link,
    rate_limit::{CallerLimits, LimitedAction},
    store::Subscriptions,
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
    limits: CallerLimits,
    State(subscriptions): State<Subscriptions>,
    State(keys): State<ProgramKeys>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<NewsLinkRequest>,
) -> Result<Json<Done>, Problem> {
    limits.check(LimitedAction::NewsLink).await?;
    let id = news_link::stopped_by(&keys.get()?, request.token.reveal()).ok_or(Problem::LinkInvalid)?;
    if !subscriptions.erase(&id, clock.now()).await? {
        return Err(Problem::LinkInvalid);
    }
    Ok(Json(Done { result: "stopped".into() }))
}
