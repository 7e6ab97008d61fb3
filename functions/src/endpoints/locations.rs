//! `GET /backend/locations`: the location of an address, from our own list of towns and ZIP codes. `POST` returns the town
//! nearest to a position. No external service is used.

use std::sync::Arc;

use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa_axum::routes;
use waypoint_domain::{coordinates::Coordinates, country::Country, work_budget::WorkBudget};
use waypoint_gazetteer::{Place, VisitorPlace, distance_km};

use crate::{
    endpoint::{Endpoint, Sample, Section},
    finding::Finder,
    http::{body::JsonBody, problem::Problem, query::QueryOf},
    wire::{LocationAnswer, LocationPoint, PositionRequest},
};

/// The maximum length of an address in characters.
const MAX_LENGTH: usize = 300;
/// The maximum distance of the nearest town from a position.
const MAX_KM: f64 = 100.0;

pub const ENDPOINT: Endpoint = Endpoint {
    concurrency: Some("FindingAtOnce"),
    impersonal: &[("GET", "places"), ("POST", "the town nearest to a rounded position")],
    sample: Sample::Get("address=Cleveland,+OH"),
    ..Endpoint::new("locations", Section::Finding, || routes!(locations, nearest_town))
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
        return Err(Problem::InvalidQuery(
            format!("The address is too long; use at most {MAX_LENGTH} characters.").into(),
        ));
    }
    let gazetteer = finder.gazetteer();
    let country = Country::from("UNITED STATES".to_owned());
    let place = match gazetteer.place_of_visitor(&params.address, &country, &WorkBudget::for_request()) {
        VisitorPlace::Here => None,
        VisitorPlace::Known(place) => gazetteer.locate_address(&params.address).or(Some(place)),
        VisitorPlace::Unknown => gazetteer.locate_address(&params.address),
    };
    place.as_ref().map(answer).ok_or(Problem::PlaceUnknown)
}

/// Finds the town nearest to a position, which comes in the body because addresses are logged. The position is rounded to
/// a tenth of a degree, and stored nowhere.
#[utoipa::path(post, path = "/backend/locations", request_body = PositionRequest,
    responses(
        (status = 200, body = LocationAnswer),
        (status = 400, description = "body_malformed", body = crate::http::problem::ProblemBody),
        (status = 404, description = "place_unknown", body = crate::http::problem::ProblemBody)
    ))]
pub(crate) async fn nearest_town(
    State(finder): State<Arc<Finder>>,
    JsonBody(request): JsonBody<PositionRequest>,
) -> Result<Json<LocationAnswer>, Problem> {
    let here = Coordinates::new(Some(*request.lat.reveal()), Some(*request.lng.reveal())).ok().flatten();
    let invalid = || Problem::MalformedBody("lat must be from -90 to 90, and lng from -180 to 180.".into());
    let here = here.ok_or_else(invalid)?.rounded();
    let is_near = |town: &Place| distance_km(here, town.coordinates) <= MAX_KM;
    finder.gazetteer().nearest(here).filter(is_near).as_ref().map(answer).ok_or(Problem::PlaceUnknown)
}

fn answer(place: &Place) -> Json<LocationAnswer> {
    let location = LocationPoint { lat: place.coordinates.latitude(), lng: place.coordinates.longitude() };
    Json(LocationAnswer::new(location, place.label()))
}
