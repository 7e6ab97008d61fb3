//! `GET /backend/preview`: a partner study as its sponsor previews it, listed or not.

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa_axum::routes;
use waypoint_domain::study_number::StudyNumber;

use crate::{
    endpoint::{Endpoint, Sample, Section},
    http::{problem::Problem, query::QueryOf},
    needs::Resource,
    store::Studies,
    wire::{PartnerRecord, PreviewAnswer, StudyList},
};

pub const ENDPOINT: Endpoint = Endpoint {
    concurrency: Some("FindingAtOnce"),
    rights: &[(Resource::Studies, &["Query"])],
    impersonal: &[("GET", "studies")],
    sample: Sample::Get("number=STU00004"),
    ..Endpoint::new("preview", Section::Finding, || routes!(preview))
};

#[derive(Debug, Deserialize)]
pub(crate) struct Params {
    #[serde(default)]
    number: String,
}

/// Returns the study with this number. An unknown number gets an empty list.
#[utoipa::path(get, path = "/backend/preview", params(("number" = Option<String>, Query, description = "The study's number")),
    responses((status = 200, body = PreviewAnswer)))]
pub(crate) async fn preview(
    State(studies): State<Studies>,
    QueryOf(params): QueryOf<Params>,
) -> Result<Json<PreviewAnswer>, Problem> {
    let study = match params.number.parse::<StudyNumber>() {
        Ok(number) => studies.by_number(&number).await?,
        Err(_) => None,
    };
    let result = study.iter().flat_map(PartnerRecord::for_study).collect();
    Ok(Json(PreviewAnswer { output: StudyList { result } }))
}
