//! `POST /backend/captcha`: a challenge for the visitor's device.

use axum::{Json, Router, extract::State, routing::post};
use serde_json::Value;

use crate::{
    captcha,
    context::Context,
    http::{body::EmptyBody, client_address::ClientAddress, guard::endpoint, problem::Problem},
    rate_limit::{self, Limited},
};

/// The endpoint.
pub fn router(context: Context) -> Router {
    endpoint("/backend/captcha", post(challenge)).with_state(context)
}

/// Gives a challenge.
#[utoipa::path(post, path = "/backend/captcha", responses(
    (status = 200, description = "An ALTCHA challenge of version 2", body = Value),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn challenge(
    State(context): State<Context>,
    address: ClientAddress,
    _: EmptyBody,
) -> Result<Json<Value>, Problem> {
    rate_limit::check(&context, Limited::Captcha, &address).await?;
    let challenge = captcha::challenge(&context.secret, context.clock.now())?;
    serde_json::to_value(challenge).map(Json).map_err(|_| Problem::Unavailable)
}
