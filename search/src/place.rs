//! Places as numbers, and how far they are from each other.

use waypoint_domain::coordinates::Coordinates;

/// The middle radius of the earth.
const EARTH_KM: f64 = 6371.0088;
/// Steps of a degree that a number can tell apart: about a meter.
const STEPS: f64 = 100_000.0;

/// A place in the form in which the index keeps it.
pub(crate) fn packed(place: Coordinates) -> u64 {
    let step = |degrees: f64, most: f64| ((degrees + most) * STEPS).round();
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the degrees are in their bounds"
    )]
    let pack = |steps: f64| steps as u64;
    (pack(step(place.latitude(), 90.0)) << 32) | pack(step(place.longitude(), 180.0))
}

/// A point on the unit sphere, from which distances are a few products.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Point {
    latitude: f64,
    longitude: f64,
    cosine: f64,
}

impl Point {
    pub(crate) fn of(place: Coordinates) -> Self {
        Self::at(place.latitude(), place.longitude())
    }

    pub(crate) fn of_packed(packed: u64) -> Self {
        #[allow(clippy::cast_precision_loss, reason = "the steps of a circle have few digits")]
        let degrees = |steps: u64, most: f64| steps as f64 / STEPS - most;
        Self::at(degrees(packed >> 32, 90.0), degrees(packed & 0xffff_ffff, 180.0))
    }

    fn at(latitude: f64, longitude: f64) -> Self {
        let (latitude, longitude) = (latitude.to_radians(), longitude.to_radians());
        Self { latitude, longitude, cosine: latitude.cos() }
    }

    /// How far it is, in kilometers, along the globe.
    pub(crate) fn km_to(self, other: Self) -> f64 {
        let half = |difference: f64| (difference / 2.0).sin().powi(2);
        let chord = half(self.latitude - other.latitude)
            + self.cosine * other.cosine * half(self.longitude - other.longitude);
        2.0 * EARTH_KM * chord.min(1.0).sqrt().asin()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    fn place(latitude: f64, longitude: f64) -> Coordinates {
        Coordinates::of(Some(latitude), Some(longitude)).unwrap().unwrap()
    }

    #[test]
    fn distances_are_those_of_the_globe() {
        let table = [
            ((41.4993, -81.6944), (40.4406, -79.9959), 185.0),
            ((34.0522, -118.2437), (40.7128, -74.0060), 3936.0),
            ((-17.8, 179.9), (-17.8, -179.9), 21.2),
            ((51.5, 0.0), (51.5, 0.0), 0.0),
        ];
        for (here, there, km) in table {
            let far =
                Point::of(place(here.0, here.1)).km_to(Point::of_packed(packed(place(there.0, there.1))));
            assert!((far - km).abs() < 1.0 + km / 500.0, "{far} km, not {km}");
        }
    }
}
