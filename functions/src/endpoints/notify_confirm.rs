//! `POST /backend/notify/confirm`: confirms a subscription by the owner of the address (D-267).

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
    keys: &[Purpose::ConfirmNews, Purpose::RateLimit],
    rights: &[(Resource::Participants, &["GetItem", "UpdateItem"]), (Resource::Sessions, &["UpdateItem"])],
    sample: Sample::Post(
        r#"{"token": "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"}"#,
    ),
    ..Endpoint::new("notify_confirm", Section::News, || routes!(confirm))
};

/// Confirms a subscription. Invalid, used, and expired links get the same response.
#[utoipa::path(post, path = "/backend/notify/confirm", request_body = NewsLinkRequest, responses(
    (status = 200, description = "The subscription is confirmed", body = Done),
    (status = 404, description = "link_invalid", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn confirm(
    limits: CallerLimits,
    State(subscriptions): State<Subscriptions>,
    State(keys): State<ProgramKeys>,
    State(clock): State<Clock>,
    JsonBody(request): JsonBody<NewsLinkRequest>,
) -> Result<Json<Done>, Problem> {
    limits.check(LimitedAction::NewsLink).await?;
    let id = news_link::confirmed_by(&keys.get()?, request.token.reveal());
    let id = id.ok_or(Problem::LinkInvalid)?;
    if !subscriptions.confirm(&id, clock.now()).await? {
        return Err(Problem::LinkInvalid);
    }
    Ok(Json(Done { result: "confirmed".into() }))
}
