//! `GET /backend/zipcodes`: how far ZIP codes are from one.

use axum::{Json, Router, extract::State, routing::get};
use serde::Deserialize;
use waypoint_domain::{country::Country, distance::Distance};
use waypoint_gazetteer::{Gazetteer, Place, distance_km};

use crate::{
    context::Context,
    http::{guard::endpoint, problem::Problem, query::QueryOf},
    wire::{ZipDistance, ZipDistancesAnswer},
};

/// The most ZIP codes that are measured at once.
const MOST: usize = 200;

/// Serves `GET /backend/zipcodes`.
pub fn router(context: Context) -> Router {
    endpoint("/backend/zipcodes", get(zipcodes)).with_state(context)
}

#[derive(Debug, Deserialize)]
#[serde(default)]
#[derive(Default)]
pub(crate) struct Asked {
    user_zipcode: String,
    country: String,
    nearest_zipcodes: String,
}

/// Measures how many miles each ZIP code is from the visitor's. One that is not known has no distance, and neither has
/// any outside the United States.
#[utoipa::path(get, path = "/backend/zipcodes", params(
    ("user_zipcode" = Option<String>, Query, description = "The visitor's ZIP code"),
    ("country" = Option<String>, Query, description = "The country of them all; the United States when absent"),
    ("nearest_zipcodes" = Option<String>, Query, description = "ZIP codes with commas between them, 200 at most",
        pattern = "^([^,]*,){0,199}[^,]*$")
), responses(
    (status = 200, body = ZipDistancesAnswer),
    (status = 400, description = "query_invalid", body = crate::http::problem::ProblemBody)
))]
pub(crate) async fn zipcodes(
    State(context): State<Context>,
    QueryOf(asked): QueryOf<Asked>,
) -> Result<Json<ZipDistancesAnswer>, Problem> {
    let codes: Vec<&str> =
        asked.nearest_zipcodes.split(',').map(str::trim).filter(|code| !code.is_empty()).collect();
    if codes.len() > MOST {
        return Err(Problem::InvalidQuery(format!("There are too many ZIP codes; send at most {MOST}.")));
    }
    let gazetteer = context.finder.gazetteer();
    let is_here = asked.country.trim().is_empty() || Country::named(&asked.country) == Country::named("USA");
    let here = gazetteer.zip(&asked.user_zipcode).filter(|_| is_here);
    let result = codes.into_iter().map(|code| measured(code, here.as_ref(), gazetteer)).collect();
    Ok(Json(ZipDistancesAnswer { result }))
}

fn measured(code: &str, here: Option<&Place>, gazetteer: &Gazetteer) -> ZipDistance {
    let there = gazetteer.zip(code);
    let km = here.zip(there.as_ref()).map(|(here, there)| distance_km(here.coordinates, there.coordinates));
    ZipDistance { zip_code: code.to_owned(), distance: km.map(|km| Distance::of_km(km).miles) }
}
