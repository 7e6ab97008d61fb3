//! `GET /backend/search`: a page of results in one round trip.

use axum::{Json, Router, extract::State, routing::get};
use serde::Deserialize;
use waypoint_domain::{
    partner_study::PartnerStudy,
    registry_study::RegistryStudy,
    search::{InvalidSearch, Search, paginate},
    study_card::{PartnerCard, RegistryCard, StudyCard},
    study_list,
};
use waypoint_search::{Filters, IndexError, Sort, Standing};
use waypoint_vocabulary::Reading;

use crate::{
    context::Context,
    http::{guard::endpoint, problem::Problem, query::QueryOf},
    own_studies,
    store::StoreError,
    wire::{SearchAnswer, SearchSource},
};

/// The endpoint.
pub fn router(context: Context) -> Router {
    endpoint("/backend/search", get(search)).with_state(context)
}

#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    q: String,
    #[serde(default, rename = "in")]
    country: String,
    page: Option<usize>,
}

/// Searches partner studies and the registry. When the partner studies do not answer, the
/// registry's stand alone and the answer says so.
#[utoipa::path(get, path = "/backend/search", params(
    ("q" = String, Query, description = "The condition"),
    ("in" = String, Query, description = "The country"),
    ("page" = Option<usize>, Query, description = "The page, from 1")
), responses(
    (status = 200, body = SearchAnswer),
    (status = 400, description = "search_incomplete, query_invalid", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn search(
    State(context): State<Context>,
    QueryOf(asked): QueryOf<Asked>,
) -> Result<Json<SearchAnswer>, Problem> {
    let search = Search::new(&asked.q, &asked.country, asked.page).map_err(|error| match error {
        InvalidSearch::Missing => Problem::SearchIncomplete,
        InvalidSearch::TooLong => Problem::InvalidQuery(error.to_string()),
    })?;
    let reading = context.finder.vocabulary().read(&search.condition);
    let mut failed = Vec::new();
    let partner = partner_cards(&context, &search, &reading).await.unwrap_or_else(|error| {
        tracing::error!(operation = error.operation, kind = error.kind, "partner studies are missing");
        failed.push(SearchSource::Partner);
        Vec::new()
    });
    let registry = registry_cards(&context, &search, &reading).unwrap_or_else(|error| {
        tracing::error!(%error, "registry studies are missing");
        failed.push(SearchSource::Registry);
        Vec::new()
    });
    let shown: Vec<String> = partner.iter().map(|card| card.identifier.clone()).collect();
    let registry = registry.into_iter().filter(|card| !shown.contains(&card.nct_number));
    let all: Vec<StudyCard> =
        partner.into_iter().map(StudyCard::Partner).chain(registry.map(StudyCard::Registry)).collect();
    let page = paginate(all, search.page);
    Ok(Json(SearchAnswer {
        q: search.condition,
        country: search.country.to_string(),
        total: page.total,
        page: page.number,
        pages: page.count,
        studies: page.entries,
        failed,
    }))
}

async fn partner_cards(
    context: &Context,
    search: &Search,
    reading: &Reading,
) -> Result<Vec<PartnerCard>, StoreError> {
    let (studies, settings) = tokio::try_join!(context.studies.all(), context.studies.settings())?;
    let about = |study: &PartnerStudy| own_studies::is_about(study, reading, context.finder.vocabulary());
    let found = study_list::matching(&studies, &search.condition, &settings.listing, about);
    Ok(found
        .into_iter()
        .filter(|study| study.can_be_joined_in(&search.country))
        .map(PartnerCard::of)
        .collect())
}

fn registry_cards(
    context: &Context,
    search: &Search,
    reading: &Reading,
) -> Result<Vec<RegistryCard>, IndexError> {
    let asked = waypoint_search::Asked {
        reading,
        country: Some(&search.country),
        standing: Standing::Recruiting,
        filters: Filters::default(),
        near: None,
        sort: Sort::Relevance,
        skip: 0,
        most: RegistryStudy::MOST_SHOWN,
    };
    let found = context.finder.search(&asked)?.studies;
    Ok(found.iter().map(|found| RegistryCard::of(&found.study, &search.country)).collect())
}
