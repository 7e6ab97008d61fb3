//! `POST /backend/notify/confirm`: confirms a subscription by the owner of the address (D-267).

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
    State(context): State<Context>,
    address: ClientAddress,
    JsonBody(request): JsonBody<NewsLinkRequest>,
) -> Result<Json<Done>, Problem> {
    rate_limit::check(&context, LimitedAction::NewsLink, &address).await?;
    let id = news_link::confirmed_by(&context.key()?, request.token.reveal());
    let id = id.ok_or(Problem::LinkInvalid)?;
    if !context.subscriptions.confirm(&id, context.clock.now()).await? {
        return Err(Problem::LinkInvalid);
    }
    Ok(Json(Done { result: "confirmed".into() }))
}
