//! `POST /backend/participant/leave`: makes a browser forget the visitor (E-331).

use axum::{Json, extract::State, response::Response};
use utoipa_axum::routes;
use waypoint_keys::Purpose;

use super::browser_session::opened;
use crate::{
    context::Context,
    endpoint::{Endpoint, Resource, Sample, Section},
    http::{
        body::EmptyBody,
        browser::{self, Browser},
        client_address::ClientAddress,
        problem::Problem,
    },
    rate_limit::{self, LimitedAction},
    wire::Done,
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::RateLimit],
    rights: &[(Resource::Sessions, &["BatchWriteItem", "GetItem", "UpdateItem"])],
    sample: Sample::Post("{}"),
    ..Endpoint::new("participant_leave", Section::SigningUp, || routes!(leave))
};

/// Ends the browser's session and erases its drafts, so none of its tokens works any longer. Sign-ups stay. Without a
/// session, there is nothing to do.
#[utoipa::path(post, path = "/backend/participant/leave", responses((status = 200, body = Done)))]
pub(crate) async fn leave(
    State(context): State<Context>,
    address: ClientAddress,
    browser: Browser,
    _: EmptyBody,
) -> Result<Response, Problem> {
    rate_limit::check(&context, LimitedAction::AfterSignUp, &address).await?;
    if let Some(session) = opened(&context, &browser).await? {
        context.sessions.end(&session).await?;
    }
    Ok(browser::clear_session_token(Json(Done { result: "left".into() })))
}
