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
        body::OptionalBody,
        browser::{self, Browser},
        client_address::ClientAddress,
        guard::endpoint,
        problem::Problem,
    },
    rate_limit::{self, Limited},
    session_token::SessionToken,
    wire::CaptchaRequest,
};

/// The endpoint.
pub fn router(context: Context) -> Router {
    endpoint("/backend/captcha", post(challenge)).with_state(context)
}

/// Gives a challenge, and a cookie to a browser that has none: by it, a form that is sent again is
/// known to come from the same browser. The solution counts once, for this purpose, and from this browser.
#[utoipa::path(post, path = "/backend/captcha", request_body = CaptchaRequest, responses(
    (status = 200, description = "An ALTCHA challenge of version 2", body = serde_json::Value),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn challenge(
    State(context): State<Context>,
    address: ClientAddress,
    browser: Browser,
    OptionalBody(request): OptionalBody<CaptchaRequest>,
) -> Result<Response, Problem> {
    rate_limit::check(&context, Limited::Captcha, &address).await?;
    let challenge_for = |token: &SessionToken| {
        captcha::challenge(&context.secret, (request.purpose, token), context.clock.now())
    };
    if let Some(token) = &browser.token {
        return Ok(Json(challenge_for(token)?).into_response());
    }
    let token = SessionToken::random().map_err(|_| Problem::Unavailable)?;
    let challenge = challenge_for(&token)?;
    Ok(browser::with_token(&token, Kept::Session, Json(challenge)))
}
