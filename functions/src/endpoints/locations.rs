//! `GET /backend/locations`: the location of an address, from our own list of towns and ZIP codes. No external service
//! is used.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa_axum::routes;
use waypoint_domain::{country::Country, work_budget::WorkBudget};
use waypoint_gazetteer::VisitorPlace;

use crate::{
    endpoint::{Endpoint, Sample, Section},
    finding::Finder,
    http::{problem::Problem, query::QueryOf},
    wire::{LocationAnswer, LocationPoint},
};

/// The maximum length of an address in characters.
const MAX_LENGTH: usize = 300;

pub const ENDPOINT: Endpoint = Endpoint {
    concurrency: Some("FindingAtOnce"),
    impersonal: &[("GET", "places")],
    sample: Sample::Get("address=Cleveland,+OH"),
    ..Endpoint::new("locations", Section::Finding, || routes!(locations))
};

#[derive(Debug, Deserialize)]
pub(crate) struct Params {
    #[serde(default)]
    address: String,
}

/// Finds the town or ZIP code of an address.
#[utoipa::path(get, path = "/backend/locations",
    params(("address" = String, Query, description = "An address, a town or a ZIP code")),
    responses(
        (status = 200, body = LocationAnswer),
        (status = 400, description = "query_invalid", body = crate::http::problem::ProblemBody),
        (status = 404, description = "place_unknown", body = crate::http::problem::ProblemBody)
    ))]
pub(crate) async fn locations(
    State(finder): State<Arc<Finder>>,
    QueryOf(params): QueryOf<Params>,
) -> Result<Json<LocationAnswer>, Problem> {
    if params.address.chars().count() > MAX_LENGTH {
        return Err(Problem::InvalidQuery(format!(
            "The address is too long; use at most {MAX_LENGTH} characters."
        )));
    }
    let gazetteer = finder.gazetteer();
    let country = Country::from("UNITED STATES".to_owned());
    let place = match gazetteer.place_of_visitor(&params.address, &country, &WorkBudget::for_request()) {
        VisitorPlace::Here => None,
        VisitorPlace::Known(place) => gazetteer.locate_address(&params.address).or(Some(place)),
        VisitorPlace::Unknown => gazetteer.locate_address(&params.address),
    };
    let place = place.ok_or(Problem::PlaceUnknown)?;
    let location = LocationPoint { lat: place.coordinates.latitude(), lng: place.coordinates.longitude() };
    Ok(Json(LocationAnswer::new(location, place.label())))
}
