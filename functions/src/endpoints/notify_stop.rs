//! `POST /backend/notify/stop`: ends a subscription and erases its data (D-267).

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_keys::{ProgramKeys, Purpose, purpose::StopNews};

use super::linked_subscription::{SAMPLE, done, linked_subscription};
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Section},
    http::{body::JsonBody, problem::Problem},
    needs::Resource,
    rate_limit::CallerLimits,
    store::Subscriptions,
    wire::{Done, NewsLinkRequest},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::RateLimit, Purpose::StopNews],
    rights: &[
        (Resource::Participants, &["BatchWriteItem", "DeleteItem", "Query"]),
        (Resource::Sessions, &["UpdateItem"]),
    ],
    sample: SAMPLE,
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
    let id = linked_subscription::<StopNews>(&limits, &keys, &request).await?;
    done(subscriptions.erase(&id, clock.now()).await?, "stopped")
}
