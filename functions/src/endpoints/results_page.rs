//! `GET /results.html`: the page of search results, filled for an address.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use serde_json::{Map, Value, json};
use utoipa_axum::routes;

use super::search::found_page;
use crate::{
    clock::Clock,
    endpoint::{Endpoint, Sample, Section},
    filled_pages::{Filling, PageFiller, adding, address::PageAddress},
    finding::{Finder, SearchParams, readable_choices::is_readable},
    http::problem::{Problem, ProblemBody},
    needs::Service,
    wire::SearchAnswer,
};

pub const ENDPOINT: Endpoint = Endpoint {
    memory: 512,
    concurrency: Some("SearchAtOnce"),
    services: &[Service::Site],
    impersonal: &[("GET", "studies")],
    sample: Sample::Get("q=asthma&in=UNITED+STATES"),
    ..Endpoint::new("results_page", Section::Finding, || routes!(results_page))
};

/// Returns the page of results for the address in the CDN's header. If it can't be filled, the CDN serves the built page.
#[utoipa::path(get, path = "/results.html", params(
    ("x-waypoint-address" = Option<String>, Header,
        description = "The visitor's address, such as /results?q=asthma&in=usa; without it, the query of the call"),
    ("q" = Option<String>, Query, description = "The condition, in a call without the header")
), responses(
    (status = 200, body = String, content_type = "text/html"),
    (status = 503, description = "unavailable", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn results_page(
    State(finder): State<Arc<Finder>>,
    State(clock): State<Clock>,
    State(page_filler): State<PageFiller>,
    address: PageAddress,
) -> Result<Response, Problem> {
    // The page says which values it left out, and shows what the others find.
    let (readable, unreadable) = address.without_unreadable(is_readable);
    let found = readable.read::<SearchParams>().and_then(|params| found_page(&params, &finder, &clock));
    let mut props = props(found)?;
    if !unreadable.is_empty() {
        let values: Map<String, Value> = unreadable.into_iter().map(text_field).collect();
        props.insert("unreadable".to_owned(), values.into());
    }
    let filling = Filling {
        page: "results",
        title: None,
        islands: vec![("search-box", adding(Map::new())), ("results", adding(props))],
        is_missing: false,
    };
    page_filler.fill(filling, &address, clock.now()).await
}

fn text_field((name, value): (String, String)) -> (String, Value) {
    (name, value.into())
}

/// An incomplete search needs no props: the island says what is missing.
fn props(found: Result<SearchAnswer, Problem>) -> Result<Map<String, Value>, Problem> {
    let (name, value) = match found {
        Ok(answer) => ("answer", serde_json::to_value(answer).map_err(|_| Problem::Unavailable)?),
        Err(Problem::SearchIncomplete) => return Ok(Map::new()),
        Err(problem) => {
            let body = ProblemBody::from(&problem);
            if body.status >= 500 {
                return Err(problem);
            }
            ("failure", json!(body.detail))
        }
    };
    Ok(Map::from_iter([(name.to_owned(), value)]))
}
