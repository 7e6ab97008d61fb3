//! `POST /backend/captcha`: a challenge for the visitor's device.

use axum::{Json, extract::State, response::Response};
use utoipa_axum::routes;
use waypoint_keys::{ProgramKeys, Purpose};

use super::browser_session::CallingBrowser;
use crate::{
    captcha::{self, CaptchaKeys},
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    http::{body::OptionalBody, problem::Problem},
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    wire::CaptchaRequest,
};

pub const ENDPOINT: Endpoint = Endpoint {
    keys: &[Purpose::CaptchaChallenge, Purpose::CaptchaSolution, Purpose::RateLimit],
    rights: &[(Resource::Sessions, &["GetItem", "PutItem", "UpdateItem"])],
    impersonal: &[("POST", "a challenge belongs to no participant")],
    sample: Sample::Post("{}"),
    ..Endpoint::new("captcha", Section::SigningUp, || routes!(challenge))
};

/// Returns a challenge bound to the browser's session, starting a session if necessary. The solution is valid once, for
/// this purpose and session.
#[utoipa::path(post, path = "/backend/captcha", request_body = Option<CaptchaRequest>, responses(
    (status = 200, description = "An ALTCHA challenge of version 2", body = serde_json::Value),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn challenge(
    limits: CallerLimits,
    browser: CallingBrowser,
    State(keys): State<ProgramKeys>,
    State(clock): State<Clock>,
    OptionalBody(request): OptionalBody<CaptchaRequest>,
) -> Result<Response, Problem> {
    limits.check(LimitedAction::Captcha).await?;
    let session = browser.session_or_new().await?;
    let bound_to = (request.purpose, session.id());
    let challenge = captcha::challenge(&CaptchaKeys::from_program_keys(&keys)?, bound_to, clock.now())?;
    browser.renewed(&session, Json(challenge)).await
}
