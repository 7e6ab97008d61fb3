//! `POST /backend/suggestions`: suggests conditions for what was typed.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa_axum::routes;
use waypoint_domain::{country::Country, search::MAX_CONDITION_LENGTH};
use waypoint_search::{Suggestion, Typed};
use waypoint_vocabulary::Language;

use crate::{
    endpoint::{Endpoint, Sample, Section},
    finding::Finder,
    http::{body::JsonBody, problem::Problem, query::QueryOf},
    wire::{PageLanguage, SuggestionList, SuggestionsAnswer, SuggestionsRequest},
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
    let found = suggest(&finder, &request.condition, request.country.as_deref(), request.language)?;
    let suggestions = found.into_iter().map(|one| std::iter::once(one.name).chain(one.preferred).collect());
    Ok(Json(SuggestionsAnswer { output: SuggestionList { suggestions: suggestions.collect() } }))
}

#[derive(Debug, Deserialize)]
pub(crate) struct Params {
    #[serde(default)]
    q: String,
    #[serde(rename = "in")]
    country: Option<String>,
    language: Option<PageLanguage>,
}

/// Suggests conditions as a plain list of names (D-270).
#[utoipa::path(get, path = "/backend/suggestions",
    params(("q" = Option<String>, Query, description = "What was typed", max_length = 200),
        ("in" = Option<String>, Query, description = "The country of the search; any country if missing"),
        ("language" = Option<PageLanguage>, Query, description = "The language of the page")),
    responses((status = 200, body = Vec<String>),
        (status = 400, description = "query_invalid", body = crate::http::problem::ProblemBody)))]
pub(crate) async fn names(
    State(finder): State<Arc<Finder>>,
    QueryOf(params): QueryOf<Params>,
) -> Result<Json<Vec<String>>, Problem> {
    if is_too_long(&params.q) {
        return Err(Problem::InvalidQuery("q is too long; use at most 200 characters.".into()));
    }
    let found = suggest(&finder, &params.q, params.country.as_deref(), params.language)?;
    Ok(Json(found.into_iter().map(|suggestion| suggestion.name).collect()))
}

fn suggest(
    finder: &Finder,
    text: &str,
    country: Option<&str>,
    language: Option<PageLanguage>,
) -> Result<Vec<Suggestion>, Problem> {
    let country = country.and_then(Country::parse);
    let language = match language.unwrap_or_default() {
        PageLanguage::En => Language::English,
        PageLanguage::Es => Language::Spanish,
        PageLanguage::Vi => Language::Vietnamese,
    };
    let typed = Typed { text, language, country: country.as_ref() };
    finder.suggest(typed, MAX_SUGGESTIONS).map_err(|error| {
        tracing::error!(%error, "suggestions can't be read");
        Problem::Unavailable
    })
}

fn is_too_long(typed: &str) -> bool {
    typed.chars().count() > MAX_CONDITION_LENGTH
}
