//! `POST /backend/start-retell-call`: the access token of a voice call.

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_keys::Purpose;

use crate::{
    endpoint::{Endpoint, Sample, Section},
    external::voice_calls::VoiceCalls,
    http::{body::EmptyBody, problem::Problem},
    needs::{Resource, Service},
    paid_service::PaidService,
    rate_limit::{CallerLimits, LimitedAction},
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
    limits: CallerLimits,
    State(voice_calls): State<VoiceCalls>,
    EmptyBody: EmptyBody,
) -> Result<Json<VoiceCallAnswer>, Problem> {
    let VoiceCalls::Service(service) = &voice_calls else { return Err(Problem::AssistantOff) };
    limits.check(LimitedAction::VoiceCall).await?;
    limits.check_total(LimitedAction::VoiceCallsOfAll).await?;
    limits.spend_budget(PaidService::VoiceCall).await?;
    let token = service.access_token().await.map_err(|error| {
        tracing::warn!(%error, "the voice service failed");
        Problem::Unavailable
    })?;
    if token.is_none() {
        tracing::warn!("the voice service answered without a token");
    }
    Ok(Json(VoiceCallAnswer { data: token.map(|access_token| VoiceCallData { access_token }) }))
}
