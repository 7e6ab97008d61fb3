//! Places, and the distances between them.

use waypoint_domain::coordinates::Coordinates;
use waypoint_gazetteer::EARTH_KM;

/// The resolution of packed coordinates, in steps per degree: about a meter.
const STEPS_PER_DEGREE: f64 = 100_000.0;

/// The size of an encoded point in bytes.
pub(crate) const POINT_BYTES: usize = 24;

/// Packs coordinates into a number. Places less than about a meter apart get the same number.
pub(crate) fn packed(place: Coordinates) -> u64 {
    let step = |degrees: f64, most: f64| ((degrees + most) * STEPS_PER_DEGREE).round();
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the degrees are within bounds"
    )]
    let pack = |steps: f64| steps as u64;
    (pack(step(place.latitude(), 90.0)) << 32) | pack(step(place.longitude(), 180.0))
}

/// A point on the unit sphere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Point([f64; 3]);

impl Point {
    pub(crate) fn new(place: Coordinates) -> Self {
        let (latitude, longitude) = (place.latitude().to_radians(), place.longitude().to_radians());
        Self([latitude.cos() * longitude.cos(), latitude.cos() * longitude.sin(), latitude.sin()])
    }

    pub(crate) fn to_bytes(self) -> [u8; POINT_BYTES] {
        let mut bytes = [0; POINT_BYTES];
        for (part, number) in bytes.chunks_exact_mut(8).zip(self.0) {
            part.copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8; POINT_BYTES]) -> Self {
        let number = |at: usize| {
            let mut number = [0; 8];
            number.copy_from_slice(&bytes[at..at + 8]);
            f64::from_le_bytes(number)
        };
        Self([number(0), number(8), number(16)])
    }

    /// Returns the straight distance through the globe.
    pub(crate) fn chord_to(self, other: Self) -> Chord {
        let square: f64 = self.0.iter().zip(other.0).map(|(a, b)| (a - b) * (a - b)).sum();
        #[allow(clippy::cast_possible_truncation, reason = "seven digits are precise enough")]
        Chord(square as f32)
    }
}

/// A distance, as the squared chord through a globe of radius 1. It grows with the distance along the surface and needs
/// no trigonometry.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub(crate) struct Chord(f32);

impl Chord {
    /// The distance to a place with unknown coordinates.
    pub(crate) const UNKNOWN: Self = Self(f32::INFINITY);
    /// The distance of a place to itself.
    pub(crate) const ZERO: Self = Self(0.0);

    /// Returns this distance, or the smallest positive one if it is zero.
    pub(crate) fn at_least_smallest(self) -> Self {
        Self(self.0.max(f32::MIN_POSITIVE))
    }

    /// Returns the chord of a distance along the surface in kilometers.
    pub(crate) fn from_km(km: f64) -> Self {
        let half = (km / EARTH_KM / 2.0).clamp(0.0, std::f64::consts::FRAC_PI_2);
        #[allow(clippy::cast_possible_truncation, reason = "as above")]
        Self((2.0 * half.sin()).powi(2) as f32)
    }

    /// Returns the distance along the surface in kilometers, or `None` if a place has unknown coordinates.
    pub(crate) fn km(self) -> Option<f64> {
        let half = f64::from(self.0).sqrt() / 2.0;
        self.0.is_finite().then(|| 2.0 * EARTH_KM * half.min(1.0).asin())
    }

    /// Returns a number that grows with the distance.
    pub(crate) fn rank(self) -> u32 {
        self.0.to_bits()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;

    fn place(latitude: f64, longitude: f64) -> Point {
        Point::new(Coordinates::new(Some(latitude), Some(longitude)).unwrap().unwrap())
    }

    #[test]
    fn chords_convert_to_distances_on_the_globe() {
        let table = [
            ((41.4993, -81.6944), (40.4406, -79.9959), 185.0),
            ((34.0522, -118.2437), (40.7128, -74.0060), 3936.0),
            ((-17.8, 179.9), (-17.8, -179.9), 21.2),
            ((51.5, 0.1), (51.5, 0.1), 0.0),
            ((51.5, 0.0), (-51.5, 180.0), 20015.0),
        ];
        for (here, there, km) in table {
            let there = Point::from_bytes(&place(there.0, there.1).to_bytes());
            let chord = place(here.0, here.1).chord_to(there);
            let far = chord.km().unwrap();
            assert!((far - km).abs() < 1.0 + km / 500.0, "{far} km, not {km}");
            // Near the antipode, distances are exact only to a few kilometers, which is good enough.
            let close = far / 10_000_000.0 + if far > 20_000.0 { 6.0 } else { 0.001 };
            assert!(chord <= Chord::from_km(far + close), "{far} km is within itself");
            assert!(far == 0.0 || chord > Chord::from_km(far - close), "{far} km is not within less");
        }
    }

    #[test]
    fn unknown_place_is_beyond_every_distance() {
        assert!(Chord::UNKNOWN.km().is_none() && Chord::UNKNOWN > Chord::from_km(1e9));
        assert!(Chord::UNKNOWN.rank() > Chord::from_km(1e9).rank());
    }
}
