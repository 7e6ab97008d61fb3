//! `GET /backend/upcoming`: partner studies that don't accept sign-ups yet.

use axum::{Json, Router, extract::State, routing::get};
use waypoint_domain::study_list::upcoming_studies;

use crate::{
    context::Context,
    http::{guard::endpoint, problem::Problem},
    wire::{PartnerRecord, UpcomingAnswer},
};

/// Serves `GET /backend/upcoming`.
pub fn router(context: Context) -> Router {
    endpoint("/backend/upcoming", get(upcoming)).with_state(context)
}

/// Lists partner studies that have not started recruiting.
#[utoipa::path(get, path = "/backend/upcoming", responses((status = 200, body = UpcomingAnswer)))]
pub(crate) async fn upcoming(State(context): State<Context>) -> Result<Json<UpcomingAnswer>, Problem> {
    let studies = context.studies.list().await?;
    let result: Vec<PartnerRecord> =
        upcoming_studies(&studies).into_iter().flat_map(PartnerRecord::for_study).collect();
    Ok(Json(UpcomingAnswer { output: result.clone(), result }))
}
