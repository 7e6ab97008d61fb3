//! `GET /backend/clinicaltrials`: recruiting registry studies for a condition.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa_axum::routes;
use waypoint_domain::{
    country::Country, fit::Fit, nct_id::NctId, registry_study::RegistryStudy, search::MAX_CONDITION_LENGTH,
    work_budget::WorkBudget,
};

use crate::{
    endpoint::{Endpoint, Sample, Section},
    finding::Finder,
    http::{problem::Problem, query::QueryOf},
    needs::Resource,
    store::Registry,
    wire::{RegistryListAnswer, RegistryListRecord},
};

/// The maximum number of studies without a country. Clients that filter by country themselves still find their 20.
const MAX_WITHOUT_COUNTRY: usize = 100;

pub const ENDPOINT: Endpoint = Endpoint {
    memory: 512,
    concurrency: Some("FindingAtOnce"),
    rights: &[(Resource::Registry, &["BatchGetItem"])],
    impersonal: &[("GET", "studies")],
    sample: Sample::Get("q=eczema&in=france"),
    ..Endpoint::new("clinicaltrials", Section::Finding, || routes!(clinicaltrials))
};

#[derive(Debug, Deserialize)]
pub(crate) struct Params {
    #[serde(default)]
    q: String,
    #[serde(default, rename = "in")]
    country: String,
}

/// Lists registry studies.
#[utoipa::path(get, path = "/backend/clinicaltrials", params(
    ("q" = String, Query, description = "The condition", pattern = r"[^\s\u0085]", max_length = 200),
    ("in" = Option<String>, Query, description = "The country")
), responses(
    (status = 200, body = RegistryListAnswer),
    (status = 400, description = "search_incomplete, query_invalid", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn clinicaltrials(
    State(registry): State<Registry>,
    State(finder): State<Arc<Finder>>,
    QueryOf(params): QueryOf<Params>,
) -> Result<Json<RegistryListAnswer>, Problem> {
    if params.q.trim().is_empty() {
        return Err(Problem::SearchIncomplete);
    }
    if params.q.chars().count() > MAX_CONDITION_LENGTH {
        return Err(Problem::InvalidQuery("q is too long; use at most 200 characters.".into()));
    }
    let country = finder.gazetteer().country_of_visitor(&params.country).or(Country::parse(&params.country));
    let limit = if country.is_some() { RegistryStudy::MAX_RESULTS } else { MAX_WITHOUT_COUNTRY };
    let effort = WorkBudget::for_request();
    let reading = finder.read(&params.q, &effort);
    let search = waypoint_search::SearchQuery {
        country: country.as_ref(),
        ..waypoint_search::SearchQuery::new(&reading, limit)
    };
    let answer = finder.search(&search, &effort).map_err(|error| {
        tracing::error!(%error, "registry studies can't be searched");
        Problem::Unavailable
    })?;
    // The list can't mark studies that are only related.
    let fitting = answer.studies.into_iter().filter(|found| found.fit == Fit::All);
    let numbers: Vec<NctId> = fitting.map(|found| found.study.nct_id).collect();
    let records = registry.get_many(&numbers).await?;
    Ok(Json(RegistryListAnswer { output: records.iter().map(RegistryListRecord::from).collect() }))
}
