//! Distances on the globe.

use waypoint_domain::coordinates::Coordinates;

/// The mean radius of the Earth.
pub const EARTH_KM: f64 = 6371.0088;

/// Returns the distance of two places along the surface, in kilometers.
#[must_use]
pub fn distance_km(here: Coordinates, there: Coordinates) -> f64 {
    let half = |difference: f64| (difference.to_radians() / 2.0).sin().powi(2);
    let cosines = here.latitude().to_radians().cos() * there.latitude().to_radians().cos();
    let chord = half((here.latitude() - there.latitude()).abs())
        + cosines * half((here.longitude() - there.longitude()).abs());
    2.0 * EARTH_KM * chord.clamp(0.0, 1.0).sqrt().asin()
}

/// Returns the minimum distance from a place to anything this many degrees further east or west.
pub(crate) fn km_to_meridian(here: Coordinates, degrees: f64) -> f64 {
    let cosine = here.latitude().to_radians().cos();
    let angle = if degrees < 90.0 {
        (cosine * degrees.to_radians().sin()).asin()
    } else {
        (90.0 - here.latitude().abs()).to_radians()
    };
    EARTH_KM * angle
}

/// Returns the distance between parallels this many degrees apart.
pub(crate) fn km_of_latitude(degrees: f64) -> f64 {
    EARTH_KM * degrees.to_radians()
}
