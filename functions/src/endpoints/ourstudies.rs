//! `GET /backend/ourstudies`: the partner studies that are recruiting.

use std::sync::Arc;

use axum::{Json, extract::State};
use utoipa_axum::routes;

use crate::{
    endpoint::{Endpoint, Section},
    finding::Finder,
    http::problem::Problem,
    wire::{PartnerRecord, StudyList},
};

pub const ENDPOINT: Endpoint = Endpoint {
    concurrency: Some("FindingAtOnce"),
    impersonal: &[("GET", "studies")],
    ..Endpoint::new("ourstudies", Section::Finding, || routes!(ourstudies))
};

/// Lists partner studies that are recruiting, and the study that editors always list.
#[utoipa::path(get, path = "/backend/ourstudies", responses((status = 200, body = StudyList)))]
pub(crate) async fn ourstudies(State(finder): State<Arc<Finder>>) -> Result<Json<StudyList>, Problem> {
    let studies = finder.partner_studies()?;
    let listed = studies.our_studies().into_iter();
    Ok(Json(StudyList { result: listed.flat_map(PartnerRecord::for_study).collect() }))
}
