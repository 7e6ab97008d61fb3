//! `POST /backend/captcha`: a challenge for the visitor's device.

use axum::{Json, extract::State, response::Response};
use utoipa_axum::routes;
use waypoint_keys::Purpose;

use super::browser_session::{opened_or_new, renewed};
use crate::{
    captcha,
    context::Context,
    endpoint::{Endpoint, Resource, Sample, Section},
    http::{body::OptionalBody, browser::Browser, client_address::ClientAddress, problem::Problem},
    rate_limit::{self, LimitedAction},
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
    rate_limit::check(&context, LimitedAction::Captcha, &address).await?;
    let session = opened_or_new(&context, &browser).await?;
    let bound_to = (request.purpose, session.id());
    let challenge = captcha::challenge(&context.captcha_keys()?, bound_to, context.clock.now())?;
    renewed(&context, (&session, &browser), Json(challenge)).await
}
