//! `POST /backend/participant/return`: the owner of the address on file comes back to a sign-up (E-330).

use axum::{Json, Router, extract::State, response::Response, routing::post};
use waypoint_domain::retention::Kept;

use crate::{
    capability::Capability,
    context::Context,
    http::{
        body::JsonBody,
        client_address::ClientAddress,
        guard::endpoint,
        problem::Problem,
        session_cookie::{self, SessionCookie},
    },
    rate_limit::{self, Limited},
    return_link,
    wire::{Done, ReturnRequest},
};

/// The endpoint.
pub fn router(context: Context) -> Router {
    endpoint("/backend/participant/return", post(come_back)).with_state(context)
}

/// Opens the sign-up of the link in this browser for two hours. A link that is none of ours, is over, or leads to a sign-up
/// that is erased gets one and the same answer.
#[utoipa::path(post, path = "/backend/participant/return", request_body = ReturnRequest, responses(
    (status = 200, body = Done),
    (status = 404, description = "not_found", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn come_back(
    State(context): State<Context>,
    address: ClientAddress,
    SessionCookie(cookie): SessionCookie,
    JsonBody(asked): JsonBody<ReturnRequest>,
) -> Result<Response, Problem> {
    rate_limit::check(&context, Limited::ReturnLink, &address).await?;
    let now = context.clock.now();
    let number = return_link::read(&context.secret, asked.token.reveal(), now).ok_or(Problem::NotFound)?;
    let capability = Capability::random().map_err(|_| Problem::Unavailable)?;
    let handed = (&capability, cookie.as_ref());
    let held = context.participants.hand_out_again(&context.sessions, &number, handed, now).await?;
    held.ok_or(Problem::NotFound)?;
    let done = Json(Done { result: "returned".into() });
    Ok(session_cookie::handing_out(&capability, Kept::Session, done))
}
