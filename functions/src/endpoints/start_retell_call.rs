//! `POST /backend/start-retell-call`: the access token of a voice call.

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_keys::Purpose;

use crate::{
    context::Context,
    endpoint::{Endpoint, Resource, Sample, Section, Service},
    external::voice_calls::VoiceCalls,
    http::{body::EmptyBody, client_address::ClientAddress, problem::Problem},
    rate_limit::{self, LimitedAction, PaidService},
    wire::{VoiceCallAnswer, VoiceCallData},
};

pub const ENDPOINT: Endpoint = Endpoint {
    concurrency: Some("VoiceAtOnce"),
    keys: &[Purpose::RateLimit],
    services: &[Service::VoiceCalls],
    rights: &[(Resource::Sessions, &["UpdateItem"])],
    impersonal: &[("POST", "a token for a call, without a cookie")],
    sample: Sample::Post("{}"),
    ..Endpoint::new("start_retell_call", Section::Assistants, || routes!(start_retell_call))
};

/// Returns a token that starts one call. If the voice service returns no token, this is logged and `data` is null.
#[utoipa::path(post, path = "/backend/start-retell-call", responses(
    (status = 200, body = VoiceCallAnswer),
    (status = 404, description = "assistant_off", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests, budget_used_up", body = crate::http::problem::ProblemBody),
    (status = 503, description = "unavailable", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn start_retell_call(
    State(context): State<Context>,
    address: ClientAddress,
    EmptyBody: EmptyBody,
) -> Result<Json<VoiceCallAnswer>, Problem> {
    let VoiceCalls::Service(service) = &context.voice_calls else { return Err(Problem::AssistantOff) };
    rate_limit::check(&context, LimitedAction::VoiceCall, &address).await?;
    rate_limit::check_total(&context, LimitedAction::VoiceCallsOfAll).await?;
    rate_limit::spend_budget(&context, PaidService::VoiceCall).await?;
    let token = service.access_token().await.map_err(|error| {
        tracing::warn!(%error, "the voice service failed");
        Problem::Unavailable
    })?;
    if token.is_none() {
        tracing::warn!("the voice service answered without a token");
    }
    Ok(Json(VoiceCallAnswer { data: token.map(|access_token| VoiceCallData { access_token }) }))
}
