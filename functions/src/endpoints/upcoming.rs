//! `GET /backend/upcoming`: our studies that will take people, and do not yet.

use axum::{Json, Router, extract::State, routing::get};
use waypoint_domain::study_list::upcoming_studies;

use crate::{
    context::Context,
    http::{guard::endpoint, problem::Problem},
    wire::{PartnerRecord, StudyList},
};

/// The endpoint.
pub fn router(context: Context) -> Router {
    endpoint("/backend/upcoming", get(upcoming)).with_state(context)
}

/// Lists our studies that have not begun to take people.
#[utoipa::path(get, path = "/backend/upcoming", responses((status = 200, body = StudyList)))]
pub(crate) async fn upcoming(State(context): State<Context>) -> Result<Json<StudyList>, Problem> {
    let studies = context.studies.all().await?;
    Ok(Json(StudyList {
        result: upcoming_studies(&studies).into_iter().flat_map(PartnerRecord::of).collect(),
    }))
}
