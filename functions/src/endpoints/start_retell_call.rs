//! `POST /backend/start-retell-call`: the access token of a voice call.

use axum::{Json, Router, extract::State, routing::post};

use crate::{
    context::Context,
    external::voice_calls::VoiceCalls,
    http::{body::EmptyBody, client_address::ClientAddress, guard::endpoint, problem::Problem},
    rate_limit::{self, LimitedAction, PaidService},
    wire::{VoiceCallAnswer, VoiceCallData},
};

/// Serves `POST /backend/start-retell-call`.
pub fn router(context: Context) -> Router {
    endpoint("/backend/start-retell-call", post(start_retell_call)).with_state(context)
}

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
