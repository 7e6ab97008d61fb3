//! `POST /backend/participant/leave`: makes a browser forget the visitor (E-331).

use axum::{Json, extract::State, response::Response};
use utoipa_axum::routes;
use waypoint_keys::Purpose;

use super::browser_session::CallingBrowser;
use crate::{
    endpoint::{Endpoint, Sample, Section},
    http::{body::EmptyBody, browser, problem::Problem},
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    store::Sessions,
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
    limits: CallerLimits,
    browser: CallingBrowser,
    State(sessions): State<Sessions>,
    _: EmptyBody,
) -> Result<Response, Problem> {
    limits.check(LimitedAction::AfterSignUp).await?;
    if let Some(session) = browser.session().await? {
        sessions.end(&session).await?;
    }
    Ok(browser::clear_session_token(Json(Done { result: "left".into() })))
}
