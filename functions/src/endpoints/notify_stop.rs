//! `/backend/notify/stop`: ends a subscription and erases its data (D-267).

use axum::{Json, extract::State, response::Redirect};
use utoipa_axum::routes;
use waypoint_keys::{ProgramKeys, Purpose, purpose::StopNews};

use super::{
    linked_subscription::{SAMPLE, done, linked_subscription},
    stop_token::{self, StopToken, TokenInAddress},
};
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Section},
    http::{problem::Problem, query::QueryOf},
    needs::Resource,
    rate_limit::CallerLimits,
    store::Subscriptions,
    wire::{Done, MessageLinkRequest},
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::RateLimit, Purpose::StopNews],
    rights: &[
        (Resource::Participants, &["BatchWriteItem", "DeleteItem", "Query"]),
        (Resource::Sessions, &["UpdateItem"]),
    ],
    impersonal: &[("GET", "leads to the page of the link")],
    sample: SAMPLE,
    ..Endpoint::new("notify_stop", Section::News, || routes!(show, stop))
};

/// Leads to the page that says what the link stops. For mail programs that open the address in a browser.
#[utoipa::path(get, path = "/backend/notify/stop",
    params(("token" = Option<String>, Query, description = "The token of the link")),
    responses(
        (status = 303, description = "The page is in `Location`"),
        (status = 404, description = "link_invalid", body = crate::http::problem::ProblemBody)
    ))]
pub(crate) async fn show(query: QueryOf<TokenInAddress>) -> Result<Redirect, Problem> {
    stop_token::page("stop", &query)
}

/// Erases all data of a subscription, confirmed or not. The token is in the body, or in the address of a one-click request
/// (RFC 8058). Invalid, used, and expired links get the same response.
#[utoipa::path(post, path = "/backend/notify/stop", request_body = MessageLinkRequest,
    params(("token" = Option<String>, Query, description = "The token of the link, for one-click requests")),
    responses(
        (status = 200, description = "Everything is erased", body = Done),
        (status = 404, description = "link_invalid", body = crate::http::problem::ProblemBody),
        (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
    ))]
pub(crate) async fn stop(
    limits: CallerLimits,
    State(subscriptions): State<Subscriptions>,
    State(keys): State<ProgramKeys>,
    State(clock): State<Clock>,
    StopToken(token): StopToken,
) -> Result<Json<Done>, Problem> {
    let id = linked_subscription::<StopNews>(&limits, &keys, &token).await?;
    done(subscriptions.erase(&id, clock.now()).await?, "stopped")
}
