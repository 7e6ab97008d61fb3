//! `GET /backend/upcoming`: partner studies that don't accept sign-ups yet.

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_domain::study_list::upcoming_studies;

use crate::{
    endpoint::{Endpoint, Section},
    http::problem::Problem,
    needs::Resource,
    store::Studies,
    wire::{PartnerRecord, UpcomingAnswer},
};

pub const ENDPOINT: Endpoint = Endpoint {
    concurrency: Some("FindingAtOnce"),
    rights: &[(Resource::Studies, &["Scan"])],
    impersonal: &[("GET", "studies")],
    ..Endpoint::new("upcoming", Section::Finding, || routes!(upcoming))
};

/// Lists partner studies that have not started recruiting.
#[utoipa::path(get, path = "/backend/upcoming", responses((status = 200, body = UpcomingAnswer)))]
pub(crate) async fn upcoming(State(studies): State<Studies>) -> Result<Json<UpcomingAnswer>, Problem> {
    let studies = studies.list().await?;
    let result: Vec<PartnerRecord> =
        upcoming_studies(&studies).into_iter().flat_map(PartnerRecord::for_study).collect();
    Ok(Json(UpcomingAnswer { output: result.clone(), result }))
}
