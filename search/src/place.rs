//! Places, and how far they are from each other.

use waypoint_domain::coordinates::Coordinates;
use waypoint_gazetteer::EARTH_KM;

/// Steps of a degree that are told apart: about a meter.
const STEPS: f64 = 100_000.0;

/// How many bytes a point has.
pub(crate) const POINT: usize = 24;

/// A place as a number: places less than a meter apart are one.
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

/// A point on the unit sphere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Point([f64; 3]);

impl Point {
    pub(crate) fn of(place: Coordinates) -> Self {
        let (latitude, longitude) = (place.latitude().to_radians(), place.longitude().to_radians());
        Self([latitude.cos() * longitude.cos(), latitude.cos() * longitude.sin(), latitude.sin()])
    }

    pub(crate) fn written(self) -> [u8; POINT] {
        let mut bytes = [0; POINT];
        for (part, number) in bytes.chunks_exact_mut(8).zip(self.0) {
            part.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    pub(crate) fn read(bytes: &[u8; POINT]) -> Self {
        let number = |at: usize| {
            let mut number = [0; 8];
            number.copy_from_slice(&bytes[at..at + 8]);
            f64::from_le_bytes(number)
        };
        Self([number(0), number(8), number(16)])
    }

    /// How far it is through the globe.
    pub(crate) fn chord_to(self, other: Self) -> Chord {
        let square: f64 = self.0.iter().zip(other.0).map(|(a, b)| (a - b) * (a - b)).sum();
        #[allow(clippy::cast_possible_truncation, reason = "seven digits tell millimeters from meters")]
        Chord(square as f32)
    }
}

/// A distance as the square of a straight line through a globe of radius one: it grows as the way along the
/// globe does, and takes no more than products.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub(crate) struct Chord(f32);

impl Chord {
    /// Of two places of which one is not on the map.
    pub(crate) const NOWHERE: Self = Self(f32::INFINITY);
    /// Of a place to itself.
    pub(crate) const NOUGHT: Self = Self(0.0);

    /// The same, or the shortest distance that is more than none.
    pub(crate) fn or_a_hair(self) -> Self {
        Self(self.0.max(f32::MIN_POSITIVE))
    }

    /// The longest of places at most so many kilometers apart.
    pub(crate) fn of_km(km: f64) -> Self {
        let half = (km / EARTH_KM / 2.0).clamp(0.0, std::f64::consts::FRAC_PI_2);
        #[allow(clippy::cast_possible_truncation, reason = "as above")]
        Self((2.0 * half.sin()).powi(2) as f32)
    }

    /// How far it is along the globe, in kilometers; nothing when a place is not on the map.
    pub(crate) fn km(self) -> Option<f64> {
        let half = f64::from(self.0).sqrt() / 2.0;
        self.0.is_finite().then(|| 2.0 * EARTH_KM * half.min(1.0).asin())
    }

    /// A number that grows as the distance does.
    pub(crate) fn rank(self) -> u32 {
        self.0.to_bits()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    fn place(latitude: f64, longitude: f64) -> Point {
        Point::of(Coordinates::of(Some(latitude), Some(longitude)).unwrap().unwrap())
    }

    #[test]
    fn distances_are_those_of_the_globe() {
        let table = [
            ((41.4993, -81.6944), (40.4406, -79.9959), 185.0),
            ((34.0522, -118.2437), (40.7128, -74.0060), 3936.0),
            ((-17.8, 179.9), (-17.8, -179.9), 21.2),
            ((51.5, 0.1), (51.5, 0.1), 0.0),
            ((51.5, 0.0), (-51.5, 180.0), 20015.0),
        ];
        for (here, there, km) in table {
            let there = Point::read(&place(there.0, there.1).written());
            let chord = place(here.0, here.1).chord_to(there);
            let far = chord.km().unwrap();
            assert!((far - km).abs() < 1.0 + km / 500.0, "{far} km, not {km}");
            // Opposite ends of the globe are told apart to a few kilometers, which nobody asks for.
            let close = far / 10_000_000.0 + if far > 20_000.0 { 6.0 } else { 0.001 };
            assert!(chord <= Chord::of_km(far + close), "{far} km is within itself");
            assert!(far == 0.0 || chord > Chord::of_km(far - close), "{far} km is not within less");
        }
    }

    #[test]
    fn a_place_that_is_not_on_the_map_is_beyond_every_distance() {
        assert!(Chord::NOWHERE.km().is_none() && Chord::NOWHERE > Chord::of_km(1e9));
        assert!(Chord::NOWHERE.rank() > Chord::of_km(1e9).rank());
    }
}
