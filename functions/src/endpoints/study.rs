//! `GET /backend/study`: partner studies by registry number or PTGB number.

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa_axum::routes;
use waypoint_domain::{
    nct_id::NctId,
    partner_study::PartnerStudy,
    study_id::{Lookup, StudyId},
    study_list::one_per_registry_number,
    study_page::StudyPage,
};

use crate::{
    endpoint::{Endpoint, Sample, Section},
    http::{problem::Problem, query::QueryOf},
    needs::Resource,
    store::{Registry, Studies},
    wire::{PartnerRecord, PartnerStudiesAnswer},
};

pub const ENDPOINT: Endpoint = Endpoint {
    concurrency: Some("FindingAtOnce"),
    rights: &[
        (Resource::Studies, &["Query"]),
        (Resource::StudiesByNct, &["Query"]),
        (Resource::Registry, &["GetItem"]),
    ],
    impersonal: &[("GET", "studies")],
    sample: Sample::Get("id=NCT00000101"),
    ..Endpoint::new("study", Section::Finding, || routes!(study))
};

#[derive(Debug, Deserialize)]
pub(crate) struct Params {
    #[serde(default)]
    id: String,
}

/// Returns the partner studies with this number.
#[utoipa::path(get, path = "/backend/study", params(("id" = Option<String>, Query, description = "NCT or PTGB number")),
    responses((status = 200, body = PartnerStudiesAnswer)))]
pub(crate) async fn study(
    State(studies): State<Studies>,
    State(registry): State<Registry>,
    QueryOf(params): QueryOf<Params>,
) -> Result<Json<PartnerStudiesAnswer>, Problem> {
    let studies = match params.id.parse::<StudyId>() {
        Ok(id) if id.lookups().contains(&Lookup::PartnerStudies) => match id {
            StudyId::Nct(nct_id) => with_number(&studies, &registry, &nct_id).await?,
            StudyId::Partner(number) => studies.by_number(&number).await?.into_iter().collect(),
        },
        _ => Vec::new(),
    };
    let shown = studies.iter().filter(|study| study.active);
    Ok(Json(PartnerStudiesAnswer {
        result: shown.flat_map(PartnerRecord::for_study).collect(),
        page: page_of(&studies),
    }))
}

/// Returns the partner studies with a registry number, or with the current one of a record that formerly had it.
pub(super) async fn with_number(
    studies: &Studies,
    registry: &Registry,
    number: &NctId,
) -> Result<Vec<PartnerStudy>, Problem> {
    let found = studies.by_nct_id(number).await?;
    if !found.is_empty() {
        return Ok(found);
    }
    match registry.current_number(number).await? {
        Some(current) => Ok(studies.by_nct_id(&current).await?),
        None => Ok(found),
    }
}

/// Returns the page of the active studies among those with one number.
pub(super) fn page_of(studies: &[PartnerStudy]) -> Option<StudyPage> {
    let shown: Vec<&PartnerStudy> = studies.iter().filter(|study| study.active).collect();
    let leading = one_per_registry_number(shown.clone());
    leading.first().map(|study| StudyPage::for_partner_study(study, shown))
}
