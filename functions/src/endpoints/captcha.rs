//! `POST /backend/captcha`: a challenge for the visitor's device.

use axum::{
    Json, Router,
    extract::State,
    response::{IntoResponse, Response},
    routing::post,
};
use waypoint_domain::retention::Kept;

use crate::{
    capability::Capability,
    captcha,
    context::Context,
    http::{
        body::EmptyBody,
        client_address::ClientAddress,
        guard::endpoint,
        problem::Problem,
        session_cookie::{self, SessionCookie},
    },
    rate_limit::{self, Limited},
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
    SessionCookie(cookie): SessionCookie,
    _: EmptyBody,
) -> Result<Response, Problem> {
    rate_limit::check(&context, Limited::Captcha, &address).await?;
    let challenge = captcha::challenge(&context.secret, context.clock.now())?;
    if cookie.is_some() {
        return Ok(Json(challenge).into_response());
    }
    let capability = Capability::random().map_err(|_| Problem::Unavailable)?;
    Ok(session_cookie::handing_out(&capability, Kept::Session, Json(challenge)))
}
