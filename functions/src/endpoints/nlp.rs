//! `GET /backend/nlp`: interprets a sentence as a search.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa_axum::routes;
use waypoint_domain::work_budget::WorkBudget;
use waypoint_keys::Purpose;
use waypoint_search::free_text::MAX_TEXT_LENGTH;

use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    finding::Finder,
    http::{problem::Problem, query::QueryOf},
    needs::Resource,
    rate_limit::{CallerLimits, LimitedAction},
    wire::FreeTextAnswer,
};

pub const ENDPOINT: Endpoint = Endpoint {
    memory: 512,
    concurrency: Some("FindingAtOnce"),
    keys: &[Purpose::RateLimit],
    rights: &[(Resource::Sessions, &["UpdateItem"])],
    impersonal: &[("GET", "interprets a sentence, without a cookie")],
    sample: Sample::Get("q=58+year+old+woman+with+lung+cancer+near+Cleveland"),
    ..Endpoint::new("nlp", Section::Finding, || routes!(nlp))
};

#[derive(Debug, Deserialize)]
pub(crate) struct Params {
    #[serde(default)]
    q: String,
}

/// Reads condition, gender, age, place, and kind of study from a sentence, by rules and the vocabulary.
#[utoipa::path(get, path = "/backend/nlp", params(
    ("q" = String, Query, description = "A sentence, such as '58 year old woman with lung cancer near Cleveland'",
        pattern = r"[^\s\u0085]", max_length = 1000)
), responses(
    (status = 200, body = FreeTextAnswer),
    (status = 400, description = "search_incomplete, query_invalid", body = crate::http::problem::ProblemBody),
    (status = 429, description = "too_many_requests", body = crate::http::problem::ProblemBody),
    (status = 503, description = "unavailable", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn nlp(
    limits: CallerLimits,
    State(finder): State<Arc<Finder>>,
    State(clock): State<Clock>,
    QueryOf(params): QueryOf<Params>,
) -> Result<Json<FreeTextAnswer>, Problem> {
    if params.q.trim().is_empty() {
        return Err(Problem::SearchIncomplete);
    }
    if params.q.chars().count() > MAX_TEXT_LENGTH {
        return Err(Problem::InvalidQuery("q is too long; use at most 1000 characters.".into()));
    }
    limits.check(LimitedAction::FreeText).await?;
    let text = finder.read_sentence(&params.q, clock.this_year(), &WorkBudget::for_request());
    Ok(Json(FreeTextAnswer::from(&text)))
}
