//! `GET /backend/figures`: how fast study teams answer, and how fresh the search is (D-506).

use std::sync::Arc;

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, header};
use jiff::ToSpan;
use utoipa_axum::routes;

use crate::{
    clock::Clock,
    endpoint::{Endpoint, Section},
    finding::Finder,
    http::problem::Problem,
    needs::Resource,
    store::{Figures, figure_day},
    wire::PublicFigures,
};

/// How many days of sign-ups the time to contact covers.
const DAYS: i32 = 90;
/// How long browsers use an answer again.
const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("public, max-age=600");

pub const ENDPOINT: Endpoint = Endpoint {
    concurrency: Some("FindingAtOnce"),
    rights: &[(Resource::Figures, &["Query"])],
    impersonal: &[("GET", "figures: study_figures.rs")],
    ..Endpoint::new("figures", Section::Finding, || routes!(figures))
};

/// Returns figures of all studies together. It reads one item per day, however many studies there are.
#[utoipa::path(get, path = "/backend/figures", responses((status = 200, body = PublicFigures)))]
pub(crate) async fn figures(
    State(figures): State<Figures>,
    State(finder): State<Arc<Finder>>,
    State(clock): State<Clock>,
) -> Result<Response, Problem> {
    let now = clock.now();
    let until = figure_day(now);
    let from = until.saturating_sub((DAYS - 1).days());
    let counts = figures.of_all_studies((from, until), now).await?;
    let answer = PublicFigures::new((from, until), &counts, finder.registry_figures());
    let mut response = Json(answer).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, CACHE_CONTROL);
    Ok(response)
}
