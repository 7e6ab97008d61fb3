//! `POST /backend/notify/stop`: ends a subscription and erases its data (D-267).

use axum::{Json, Router, extract::State, routing::post};

use crate::{
    context::Context,
    http::{body::JsonBody, client_address::ClientAddress, guard::endpoint, problem::Problem},
    news_link,
    rate_limit::{self, LimitedAction},
    wire::{Done, NewsLinkRequest},
};

/// Serves `POST /backend/notify/stop`.
pub fn router(context: Context) -> Router {
    endpoint("/backend/notify/stop", post(stop)).with_state(context)
}

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
