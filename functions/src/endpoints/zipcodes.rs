//! `GET /backend/zipcodes`: distances between ZIP codes.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa_axum::routes;
use waypoint_domain::{country::Country, distance::Distance};
use waypoint_gazetteer::{Gazetteer, Place, distance_km};

use crate::{
    endpoint::{Endpoint, Sample, Section},
    finding::Finder,
    http::{problem::Problem, query::QueryOf},
    wire::{ZipDistance, ZipDistancesAnswer},
};

/// The maximum number of ZIP codes in a request.
const MAX_CODES: usize = 200;

pub const ENDPOINT: Endpoint = Endpoint {
    concurrency: Some("FindingAtOnce"),
    impersonal: &[("GET", "distances")],
    sample: Sample::Get("user_zipcode=44106&country=US&nearest_zipcodes=10001,94105"),
    ..Endpoint::new("zipcodes", Section::Finding, || routes!(zipcodes))
};

#[derive(Debug, Deserialize)]
#[serde(default)]
#[derive(Default)]
pub(crate) struct Params {
    user_zipcode: String,
    country: String,
    nearest_zipcodes: String,
}

/// Returns the distance of each ZIP code from the visitor's, in miles. Unknown codes and codes outside the United
/// States have no distance.
#[utoipa::path(get, path = "/backend/zipcodes", params(
    ("user_zipcode" = Option<String>, Query, description = "The visitor's ZIP code"),
    ("country" = Option<String>, Query, description = "The country of all ZIP codes; the United States when absent"),
    ("nearest_zipcodes" = Option<String>, Query, description = "Comma-separated ZIP codes, at most 200",
        pattern = "^([^,]*,){0,199}[^,]*$")
), responses(
    (status = 200, body = ZipDistancesAnswer),
    (status = 400, description = "query_invalid", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn zipcodes(
    State(finder): State<Arc<Finder>>,
    QueryOf(params): QueryOf<Params>,
) -> Result<Json<ZipDistancesAnswer>, Problem> {
    let codes: Vec<&str> =
        params.nearest_zipcodes.split(',').map(str::trim).filter(|code| !code.is_empty()).collect();
    if codes.len() > MAX_CODES {
        return Err(Problem::InvalidQuery(
            format!("There are too many ZIP codes; send at most {MAX_CODES}.").into(),
        ));
    }
    let gazetteer = finder.gazetteer();
    let is_in_united_states =
        params.country.trim().is_empty() || Country::parse(&params.country) == Country::parse("USA");
    let here = gazetteer.zip(&params.user_zipcode).filter(|_| is_in_united_states);
    let result = codes.into_iter().map(|code| with_distance(code, here.as_ref(), gazetteer)).collect();
    Ok(Json(ZipDistancesAnswer { result }))
}

fn with_distance(code: &str, here: Option<&Place>, gazetteer: &Gazetteer) -> ZipDistance {
    let there = gazetteer.zip(code);
    let km = here.zip(there.as_ref()).map(|(here, there)| distance_km(here.coordinates, there.coordinates));
    ZipDistance { zip_code: code.to_owned(), distance: km.map(|km| Distance::from_km(km).miles) }
}
