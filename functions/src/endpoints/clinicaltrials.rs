//! `GET /backend/clinicaltrials`: recruiting registry studies for a condition.

use axum::{Json, Router, extract::State, routing::get};
use serde::Deserialize;
use waypoint_domain::{
    country::Country, effort::Effort, nct_id::NctId, registry_study::RegistryStudy, search::LONGEST_CONDITION,
};

use crate::{
    context::Context,
    http::{guard::endpoint, problem::Problem, query::QueryOf},
    wire::{RegistryListAnswer, RegistryListRecord},
};

/// How many studies an answer has when no country is named, so that a client that chooses the
/// country by itself still finds its 20.
const MOST_WITHOUT_COUNTRY: usize = 100;

/// Serves `GET /backend/clinicaltrials`.
pub fn router(context: Context) -> Router {
    endpoint("/backend/clinicaltrials", get(clinicaltrials)).with_state(context)
}

#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
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
    State(context): State<Context>,
    QueryOf(asked): QueryOf<Asked>,
) -> Result<Json<RegistryListAnswer>, Problem> {
    if asked.q.trim().is_empty() {
        return Err(Problem::SearchIncomplete);
    }
    if asked.q.chars().count() > LONGEST_CONDITION {
        return Err(Problem::InvalidQuery("q is too long; use at most 200 characters.".into()));
    }
    let country = Country::named(&asked.country);
    let most = if country.is_some() { RegistryStudy::MOST_SHOWN } else { MOST_WITHOUT_COUNTRY };
    let effort = Effort::of_request();
    let reading = context.finder.read(&asked.q, &effort);
    let search =
        waypoint_search::Asked { country: country.as_ref(), ..waypoint_search::Asked::of(&reading, most) };
    let found = context.finder.search(&search, &effort).map_err(|error| {
        tracing::error!(%error, "registry studies are missing");
        Problem::Unavailable
    })?;
    let numbers: Vec<NctId> = found.studies.into_iter().map(|found| found.study.nct_id).collect();
    let records = context.registry.several(&numbers).await?;
    Ok(Json(RegistryListAnswer { output: records.iter().map(RegistryListRecord::from).collect() }))
}
