//! `POST /backend/introduction/erase`: erases what a person sent to the contact of a study (E-587).

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_keys::{ProgramKeys, Purpose, purpose::EraseIntroduction};

use super::linked_subscription::{SAMPLE, done, linked_subscription};
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Section},
    http::{body::JsonBody, problem::Problem},
    needs::Resource,
    rate_limit::CallerLimits,
    store::Introductions,
    wire::{Done, MessageLinkRequest},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::EraseIntroduction, Purpose::RateLimit],
    rights: &[
        (Resource::Participants, &["BatchWriteItem", "DeleteItem", "Query"]),
        (Resource::Sessions, &["UpdateItem"]),
    ],
    sample: SAMPLE,
    ..Endpoint::new("introduction_erase", Section::Introductions, || routes!(erase))
};

/// Erases our copy of an introduction, and cancels it if it isn't sent yet. Invalid, used, and expired links get the same
/// response.
#[utoipa::path(post, path = "/backend/introduction/erase", request_body = MessageLinkRequest, responses(
    (status = 200, description = "Everything is erased", body = Done),
    (status = 404, description = "link_invalid", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn erase(
    limits: CallerLimits,
    State(introductions): State<Introductions>,
    State(keys): State<ProgramKeys>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<MessageLinkRequest>,
) -> Result<Json<Done>, Problem> {
    let id = linked_subscription::<EraseIntroduction>(&limits, &keys, &request.token).await?;
    done(introductions.erase(&id, clock.now()).await?, "erased")
}
