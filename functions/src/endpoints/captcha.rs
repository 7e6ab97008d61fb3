//! `POST /backend/captcha`: a challenge for the visitor's device.

use axum::{
    Json, Router,
    extract::State,
    response::{IntoResponse, Response},
    routing::post,
};
use waypoint_domain::retention::Kept;

use crate::{
    captcha,
    context::Context,
    http::{
        body::EmptyBody,
        browser::{self, Browser},
        client_address::ClientAddress,
        guard::endpoint,
        problem::Problem,
    },
    rate_limit::{self, Limited},
    session_token::SessionToken,
};

/// The endpoint.
pub fn router(context: Context) -> Router {
    endpoint("/backend/captcha", post(challenge)).with_state(context)
}

/// Gives a challenge, and a cookie to a browser that has none: by it, a form that is sent again is
/// known to come from the same browser.
#[utoipa::path(post, path = "/backend/captcha", responses(
    (status = 200, description = "An ALTCHA challenge of version 2", body = serde_json::Value),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn challenge(
    State(context): State<Context>,
    address: ClientAddress,
    browser: Browser,
    _: EmptyBody,
) -> Result<Response, Problem> {
    rate_limit::check(&context, Limited::Captcha, &address).await?;
    let challenge = captcha::challenge(&context.captcha_keys()?, context.clock.now())?;
    if browser.token.is_some() {
        return Ok(Json(challenge).into_response());
    }
    let token = SessionToken::random().map_err(|_| Problem::Unavailable)?;
    Ok(browser::with_token(&token, Kept::Session, Json(challenge)))
}
