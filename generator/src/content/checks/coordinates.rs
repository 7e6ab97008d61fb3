//! Places on the globe.

use waypoint_domain::coordinates::{Coordinates, CoordinatesError};

use super::Key;
use crate::content::{
    ContentError,
    source_file::{SourceFile, Step},
};

/// Checks the two coordinates of the place that stands at this way in a file.
pub(super) fn check(
    file: &SourceFile,
    way: &[Step],
    (latitude, longitude): (Option<f64>, Option<f64>),
    errors: &mut Vec<ContentError>,
) {
    for fault in Coordinates::of(latitude, longitude).err().unwrap_or_default() {
        let (key, hint) = match fault {
            CoordinatesError::Latitude => (Some("latitude"), CHECK_NUMBER),
            CoordinatesError::Longitude => (Some("longitude"), CHECK_NUMBER),
            CoordinatesError::Nowhere => (Some("latitude"), "look the place up on a map, or leave both out"),
            CoordinatesError::OneOnly => (None, "give latitude and longitude, or neither"),
        };
        let way: Vec<Step> = way.iter().copied().chain(key.map(Key)).collect();
        errors.push(ContentError::Unfit { message: fault.to_string(), hint, place: file.locate(&way) });
    }
    if latitude.is_some_and(|degrees| (-90.0..SOUTHERNMOST).contains(&degrees)) {
        errors.push(ContentError::Unfit {
            message: "nobody lives so far south".into(),
            hint: "check that latitude and longitude are not swapped",
            place: file.locate(&way.iter().copied().chain([Key("latitude")]).collect::<Vec<_>>()),
        });
    }
}

/// There is no town south of this latitude; the longitudes of America look like latitudes there.
const SOUTHERNMOST: f64 = -60.0;

const CHECK_NUMBER: &str = "check the number, and that latitude and longitude are not swapped";
