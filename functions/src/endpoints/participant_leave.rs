//! `POST /backend/participant/leave`: a browser is to know nothing of anybody any more (E-331).

use axum::{Json, Router, extract::State, response::Response, routing::post};

use crate::{
    context::Context,
    http::{
        body::EmptyBody,
        client_address::ClientAddress,
        guard::endpoint,
        problem::Problem,
        session_cookie::{self, SessionCookie},
    },
    rate_limit::{self, Limited},
    wire::Done,
};

/// The endpoint.
pub fn router(context: Context) -> Router {
    endpoint("/backend/participant/leave", post(leave)).with_state(context)
}

/// Ends what this browser holds and forgets what was typed in it; sign-ups stay. Where it holds nothing, it is done already.
#[utoipa::path(post, path = "/backend/participant/leave", responses((status = 200, body = Done)))]
pub(crate) async fn leave(
    State(context): State<Context>,
    address: ClientAddress,
    SessionCookie(cookie): SessionCookie,
    _: EmptyBody,
) -> Result<Response, Problem> {
    rate_limit::check(&context, Limited::AfterSignUp, &address).await?;
    if let Some(capability) = cookie {
        context.sessions.leave(&capability, context.clock.now()).await?;
    }
    Ok(session_cookie::taking_back(Json(Done { result: "left".into() })))
}
