//! `GET /backend/locations`: where an address is, by our own list of towns and ZIP codes; nobody else is asked.

use axum::{Json, Router, extract::State, routing::get};
use serde::Deserialize;

use crate::{
    context::Context,
    http::{guard::endpoint, problem::Problem, query::QueryOf},
    wire::{LocationAnswer, LocationPoint},
};

/// The most characters of an address.
const LONGEST: usize = 300;

/// Serves `GET /backend/locations`.
pub fn router(context: Context) -> Router {
    endpoint("/backend/locations", get(locations)).with_state(context)
}

#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    address: String,
}

/// Finds the town or the ZIP code of an address.
#[utoipa::path(get, path = "/backend/locations",
    params(("address" = String, Query, description = "An address, a town or a ZIP code")),
    responses(
        (status = 200, body = LocationAnswer),
        (status = 400, description = "query_invalid", body = crate::http::problem::ProblemBody),
        (status = 404, description = "place_unknown", body = crate::http::problem::ProblemBody)
    ))]
pub(crate) async fn locations(
    State(context): State<Context>,
    QueryOf(asked): QueryOf<Asked>,
) -> Result<Json<LocationAnswer>, Problem> {
    if asked.address.chars().count() > LONGEST {
        return Err(Problem::InvalidQuery(format!(
            "The address is too long; use at most {LONGEST} characters."
        )));
    }
    let place = context.finder.gazetteer().of_address(&asked.address).ok_or(Problem::PlaceUnknown)?;
    let location = LocationPoint { lat: place.coordinates.latitude(), lng: place.coordinates.longitude() };
    Ok(Json(LocationAnswer::of(location, place.label())))
}
