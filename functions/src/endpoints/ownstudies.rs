//! `GET /backend/ownstudies`: our own studies that answer a condition.

use axum::{Json, Router, extract::State, routing::get};
use serde::Deserialize;
use waypoint_domain::{effort::Effort, search::DEFAULT_COUNTRY};

use crate::{
    context::Context,
    finding::{Asked as Search, Request, own_studies::own_studies},
    http::{guard::endpoint, problem::Problem, query::QueryOf},
    wire::{OwnStudiesAnswer, PartnerRecord},
};

/// What is said when our studies can't be read.
const NOT_READ: &str = "We couldn’t load our own studies this time. Please try again.";

/// Serves `GET /backend/ownstudies`.
pub fn router(context: Context) -> Router {
    endpoint("/backend/ownstudies", get(ownstudies)).with_state(context)
}

#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    q: String,
    #[serde(rename = "in")]
    country: Option<String>,
}

/// Finds our own studies by a condition (D-268). When they can't be read, the answer says so in `error` and `message`.
#[utoipa::path(get, path = "/backend/ownstudies", params(
    ("q" = String, Query, description = "The condition", pattern = r"[^\s\u0085]", max_length = 200),
    ("in" = Option<String>, Query, description = "The country; the United States when it is missing",
        pattern = r"[^\s\u0085]")
), responses(
    (status = 200, body = OwnStudiesAnswer),
    (status = 400, description = "search_incomplete, query_invalid", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn ownstudies(
    State(context): State<Context>,
    QueryOf(asked): QueryOf<Asked>,
) -> Result<Json<OwnStudiesAnswer>, Problem> {
    let country = asked.country.unwrap_or_else(|| DEFAULT_COUNTRY.to_owned());
    let search = Search { q: asked.q, country, ..Search::default() };
    let request = Request::read(&search, &context.finder, context.clock.this_year(), &Effort::of_request())?;
    let read = tokio::try_join!(context.studies.all(), context.studies.settings());
    let (studies, settings) = match read {
        Ok(read) => read,
        Err(error) => {
            tracing::error!(operation = error.operation, kind = error.kind, "partner studies are missing");
            let answer = OwnStudiesAnswer { error: true, message: NOT_READ.to_owned(), output: Vec::new() };
            return Ok(Json(answer));
        }
    };
    let found = own_studies(&studies, &settings.listing, &request, &[], &context.finder);
    let output = found.iter().flat_map(|own| PartnerRecord::of(own.study)).collect();
    Ok(Json(OwnStudiesAnswer { error: false, message: String::new(), output }))
}
