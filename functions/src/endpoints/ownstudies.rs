//! `GET /backend/ownstudies`: partner studies that match a condition.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa_axum::routes;
use waypoint_domain::{search::DEFAULT_COUNTRY, work_budget::WorkBudget};

use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    finding::{Finder, SearchParams as Search, SearchRequest, partner_studies::partner_matches},
    http::{problem::Problem, query::QueryOf},
    wire::{OwnStudiesAnswer, PartnerRecord},
};

/// The message when partner studies can't be read.
const NOT_LOADED: &str = "We couldn’t load our own studies this time. Please try again.";

pub const ENDPOINT: Endpoint = Endpoint {
    memory: 512,
    concurrency: Some("FindingAtOnce"),
    impersonal: &[("GET", "studies")],
    sample: Sample::Get("q=asthma"),
    ..Endpoint::new("ownstudies", Section::Finding, || routes!(ownstudies))
};

#[derive(Debug, Deserialize)]
pub(crate) struct Params {
    #[serde(default)]
    q: String,
    #[serde(rename = "in")]
    country: Option<String>,
}

/// Finds partner studies by condition (D-268). When they can't be read, the response reports it in `error` and
/// `message`.
#[utoipa::path(get, path = "/backend/ownstudies", params(
    ("q" = String, Query, description = "The condition", pattern = r"[^\s\u0085]", max_length = 200),
    ("in" = Option<String>, Query, description = "The country; the United States when it is missing",
        pattern = r"[^\s\u0085]")
), responses(
    (status = 200, body = OwnStudiesAnswer),
    (status = 400, description = "search_incomplete, query_invalid", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn ownstudies(
    State(finder): State<Arc<Finder>>,
    State(clock): State<Clock>,
    QueryOf(params): QueryOf<Params>,
) -> Result<Json<OwnStudiesAnswer>, Problem> {
    let country = params.country.unwrap_or_else(|| DEFAULT_COUNTRY.to_owned());
    let search = Search { q: params.q, country, ..Search::default() };
    let request = SearchRequest::read(&search, &finder, clock.this_year(), &WorkBudget::for_request())?;
    let studies = match finder.partner_studies() {
        Ok(studies) => studies,
        Err(error) => {
            tracing::error!(%error, "partner studies can't be read");
            let answer = OwnStudiesAnswer { error: true, message: NOT_LOADED.to_owned(), output: Vec::new() };
            return Ok(Json(answer));
        }
    };
    let found = partner_matches(&studies, &request, &[], &finder);
    let output = found.iter().flat_map(|own| PartnerRecord::for_study(own.study)).collect();
    Ok(Json(OwnStudiesAnswer { error: false, message: String::new(), output }))
}
