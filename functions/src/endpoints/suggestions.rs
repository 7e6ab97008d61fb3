//! `POST /backend/suggestions`: suggests conditions for what was typed.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa_axum::routes;
use waypoint_domain::search::MAX_CONDITION_LENGTH;

use crate::{
    endpoint::{Endpoint, Sample, Section},
    finding::Finder,
    http::{body::JsonBody, problem::Problem, query::QueryOf},
    wire::{SuggestionList, SuggestionsAnswer, SuggestionsRequest},
};

/// The maximum number of suggestions.
const MAX_SUGGESTIONS: usize = 8;

pub const ENDPOINT: Endpoint = Endpoint {
    memory: 512,
    concurrency: Some("FindingAtOnce"),
    impersonal: &[("GET", "names of conditions"), ("POST", "names of conditions")],
    sample: Sample::Get("q=ec"),
    ..Endpoint::new("suggestions", Section::Finding, || routes!(suggestions, names))
};

/// Suggests conditions.
#[utoipa::path(post, path = "/backend/suggestions", request_body = SuggestionsRequest,
    responses((status = 200, body = SuggestionsAnswer),
        (status = 400, description = "body_malformed", body = crate::http::problem::ProblemBody)))]
pub(crate) async fn suggestions(
    State(finder): State<Arc<Finder>>,
    JsonBody(request): JsonBody<SuggestionsRequest>,
) -> Result<Json<SuggestionsAnswer>, Problem> {
    if is_too_long(&request.condition) {
        return Err(Problem::MalformedBody("condition is too long; use at most 200 characters.".into()));
    }
    let found = finder.suggest(&request.condition, MAX_SUGGESTIONS);
    let suggestions = found.into_iter().map(|name| vec![name.to_owned()]).collect();
    Ok(Json(SuggestionsAnswer { output: SuggestionList { suggestions } }))
}

#[derive(Debug, Deserialize)]
pub(crate) struct Params {
    #[serde(default)]
    q: String,
}

/// Suggests conditions as a plain list of names (D-270).
#[utoipa::path(get, path = "/backend/suggestions",
    params(("q" = Option<String>, Query, description = "What was typed", max_length = 200)),
    responses((status = 200, body = Vec<String>),
        (status = 400, description = "query_invalid", body = crate::http::problem::ProblemBody)))]
pub(crate) async fn names(
    State(finder): State<Arc<Finder>>,
    QueryOf(params): QueryOf<Params>,
) -> Result<Json<Vec<String>>, Problem> {
    if is_too_long(&params.q) {
        return Err(Problem::InvalidQuery("q is too long; use at most 200 characters.".into()));
    }
    let names = finder.suggest(&params.q, MAX_SUGGESTIONS);
    Ok(Json(names.into_iter().map(ToOwned::to_owned).collect()))
}

fn is_too_long(typed: &str) -> bool {
    typed.chars().count() > MAX_CONDITION_LENGTH
}
