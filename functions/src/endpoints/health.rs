//! `GET /backend/health`: whether the site works (E-317).

use axum::{Json, Router, extract::State, routing::get};

use crate::{
    context::Context,
    http::{guard::endpoint, problem::Problem},
    wire::{Health, HealthAnswer},
};

/// Serves `GET /backend/health`.
pub fn router(context: Context) -> Router {
    endpoint("/backend/health", get(health)).with_state(context)
}

/// Returns the running release, if its store is reachable and has been loaded.
#[utoipa::path(get, path = "/backend/health", responses(
    (status = 200, body = HealthAnswer),
    (status = 503, description = "unavailable", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn health(State(context): State<Context>) -> Result<Json<HealthAnswer>, Problem> {
    context.studies.settings().await?;
    Ok(Json(HealthAnswer { status: Health::Ok, release: context.release }))
}
