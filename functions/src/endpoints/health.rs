//! `GET /backend/health`: whether the site works (E-317).

use axum::{Json, extract::State};
use utoipa_axum::routes;

use crate::{
    context::Release,
    endpoint::{Endpoint, Section},
    http::problem::Problem,
    needs::Resource,
    store::Studies,
    wire::{Health, HealthAnswer},
};

pub const ENDPOINT: Endpoint = Endpoint {
    rights: &[(Resource::Studies, &["GetItem"])],
    impersonal: &[("GET", "reports the release")],
    ..Endpoint::new("health", Section::General, || routes!(health))
};

/// Returns the running release, if its store is reachable and has been loaded.
#[utoipa::path(get, path = "/backend/health", responses(
    (status = 200, body = HealthAnswer),
    (status = 503, description = "unavailable", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn health(
    State(studies): State<Studies>,
    State(Release(release)): State<Release>,
) -> Result<Json<HealthAnswer>, Problem> {
    studies.settings().await?;
    Ok(Json(HealthAnswer { status: Health::Ok, release }))
}
