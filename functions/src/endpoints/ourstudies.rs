//! `GET /backend/ourstudies`: the partner studies that are recruiting.

use axum::{Json, extract::State};
use utoipa_axum::routes;
use waypoint_domain::study_list::our_studies;

use crate::{
    endpoint::{Endpoint, Section},
    http::problem::Problem,
    needs::Resource,
    store::Studies,
    wire::{PartnerRecord, StudyList},
};

pub const ENDPOINT: Endpoint = Endpoint {
    concurrency: Some("FindingAtOnce"),
    rights: &[(Resource::Studies, &["GetItem", "Scan"])],
    impersonal: &[("GET", "studies")],
    ..Endpoint::new("ourstudies", Section::Finding, || routes!(ourstudies))
};

/// Lists partner studies that are recruiting, and the study that editors always list.
#[utoipa::path(get, path = "/backend/ourstudies", responses((status = 200, body = StudyList)))]
pub(crate) async fn ourstudies(State(studies): State<Studies>) -> Result<Json<StudyList>, Problem> {
    let (studies, settings) = tokio::try_join!(studies.list(), studies.settings())?;
    let listed = our_studies(&studies, &settings.listing).into_iter();
    Ok(Json(StudyList { result: listed.flat_map(PartnerRecord::for_study).collect() }))
}
