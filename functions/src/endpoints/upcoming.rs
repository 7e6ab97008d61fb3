//! `GET /backend/upcoming`: partner studies that don't accept sign-ups yet.

use std::sync::Arc;

use axum::{Json, extract::State};
use utoipa_axum::routes;

use crate::{
    endpoint::{Endpoint, Section},
    finding::Finder,
    http::problem::Problem,
    wire::{PartnerRecord, UpcomingAnswer},
};

pub const ENDPOINT: Endpoint = Endpoint {
    concurrency: Some("FindingAtOnce"),
    impersonal: &[("GET", "studies")],
    ..Endpoint::new("upcoming", Section::Finding, || routes!(upcoming))
};

/// Lists partner studies that have not started recruiting.
#[utoipa::path(get, path = "/backend/upcoming", responses((status = 200, body = UpcomingAnswer)))]
pub(crate) async fn upcoming(State(finder): State<Arc<Finder>>) -> Result<Json<UpcomingAnswer>, Problem> {
    let studies = finder.partner_studies()?;
    let upcoming = studies.upcoming_studies().into_iter();
    let result: Vec<PartnerRecord> = upcoming.flat_map(PartnerRecord::for_study).collect();
    Ok(Json(UpcomingAnswer { output: result.clone(), result }))
}
