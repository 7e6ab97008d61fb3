//! Checks of coordinates.

use waypoint_domain::{
    coordinates::{Coordinates, CoordinatesError},
    country::Country,
};

use super::regions;
use crate::content::{
    error::ContentError,
    source_file::SourceFile,
    step::Step::{self, Key},
};

/// The location fields of a place in a file.
pub(super) struct PlaceFields<'a> {
    pub(super) state: &'a str,
    pub(super) country: &'a str,
    pub(super) latitude: Option<f64>,
    pub(super) longitude: Option<f64>,
}

/// Checks the coordinates of the place at these steps of a file.
pub(super) fn check(
    file: &SourceFile,
    steps: &[Step],
    PlaceFields { state, country, latitude, longitude }: PlaceFields,
    errors: &mut Vec<ContentError>,
) {
    for fault in Coordinates::new(latitude, longitude).err().unwrap_or_default() {
        let (key, hint) = match fault {
            CoordinatesError::Latitude => (Some("latitude"), CHECK_NUMBER),
            CoordinatesError::Longitude => (Some("longitude"), CHECK_NUMBER),
            CoordinatesError::Nowhere => (Some("latitude"), "look the place up on a map, or leave both out"),
            CoordinatesError::OneOnly => (None, "give both latitude and longitude, or neither"),
        };
        let steps: Vec<Step> = steps.iter().copied().chain(key.map(Key)).collect();
        errors.push(ContentError::Unfit { message: fault.to_string(), hint, place: file.locate(&steps) });
    }
    let place = Coordinates::new(latitude, longitude).ok().flatten();
    if place.is_some_and(|place| is_outside_state(state, country, place)) {
        errors.push(ContentError::Unfit {
            message: format!("the coordinates are outside {state}"),
            hint: "check that latitude and longitude are not swapped, and that a longitude in America starts \
                   with a minus sign",
            place: file.locate(&steps.iter().copied().chain([Key("latitude")]).collect::<Vec<_>>()),
        });
    } else if latitude.is_some_and(|degrees| (-90.0..MIN_LATITUDE).contains(&degrees)) {
        errors.push(ContentError::Unfit {
            message: "the latitude is outside the inhabited range".into(),
            hint: "check that latitude and longitude are not swapped",
            place: file.locate(&steps.iter().copied().chain([Key("latitude")]).collect::<Vec<_>>()),
        });
    }
}

/// Whether a place in the US is outside its state.
fn is_outside_state(state: &str, country: &str, place: Coordinates) -> bool {
    let is_us = Country::parse(country) == Country::parse("US");
    is_us && regions::lies_in(state, place) == Some(false)
}

/// No town is farther south. The longitudes of America look like latitudes there.
const MIN_LATITUDE: f64 = -60.0;

const CHECK_NUMBER: &str = "check the number, and that latitude and longitude are not swapped";
