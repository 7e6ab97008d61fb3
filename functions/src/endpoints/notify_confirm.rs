//! `POST /backend/notify/confirm`: confirms a subscription by the owner of the address (D-267).

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_keys::{ProgramKeys, Purpose, purpose::ConfirmNews};

use super::linked_subscription::{SAMPLE, done, linked_subscription};
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Section},
    http::{body::JsonBody, problem::Problem},
    needs::Resource,
    rate_limit::CallerLimits,
    store::Subscriptions,
    wire::{Done, MessageLinkRequest},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::ConfirmNews, Purpose::RateLimit],
    rights: &[(Resource::Participants, &["GetItem", "UpdateItem"]), (Resource::Sessions, &["UpdateItem"])],
    sample: SAMPLE,
    ..Endpoint::new("notify_confirm", Section::News, || routes!(confirm))
};

/// Confirms a subscription. Invalid, used, and expired links get the same response.
#[utoipa::path(post, path = "/backend/notify/confirm", request_body = MessageLinkRequest, responses(
    (status = 200, description = "The subscription is confirmed", body = Done),
    (status = 404, description = "link_invalid", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn confirm(
    limits: CallerLimits,
    State(subscriptions): State<Subscriptions>,
    State(keys): State<ProgramKeys>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<MessageLinkRequest>,
) -> Result<Json<Done>, Problem> {
    let id = linked_subscription::<ConfirmNews>(&limits, &keys, &request.token).await?;
    done(subscriptions.confirm(&id, clock.now()).await?, "confirmed")
}
