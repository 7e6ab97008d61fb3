//! Geographic coordinates.

use serde::Serialize;

/// A position in degrees north and east.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Coordinates {
    latitude: f64,
    longitude: f64,
}

/// Why a latitude and a longitude are not a valid position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CoordinatesError {
    /// The latitude is beyond a pole.
    #[error("a latitude must be between -90 and 90 degrees")]
    Latitude,
    /// The longitude is beyond the date line.
    #[error("a longitude must be between -180 and 180 degrees")]
    Longitude,
    /// One of the two is missing.
    #[error("the place has only one coordinate")]
    OneOnly,
    /// Both are zero, which is in the open sea. It usually means that the values were never filled in.
    #[error("latitude and longitude are both 0, which is in the open sea")]
    Nowhere,
}

impl Coordinates {
    /// Creates coordinates from two optional numbers. Returns `None` when both are missing.
    ///
    /// # Errors
    /// Returns every fault, not only the first.
    pub fn new(latitude: Option<f64>, longitude: Option<f64>) -> Result<Option<Self>, Vec<CoordinatesError>> {
        let is_beyond =
            |degrees: Option<f64>, limit: f64| degrees.is_some_and(|d| !(-limit..=limit).contains(&d));
        let faults = [
            (is_beyond(latitude, 90.0), CoordinatesError::Latitude),
            (is_beyond(longitude, 180.0), CoordinatesError::Longitude),
            (latitude.is_some() != longitude.is_some(), CoordinatesError::OneOnly),
            ((latitude, longitude) == (Some(0.0), Some(0.0)), CoordinatesError::Nowhere),
        ];
        let faults: Vec<_> = faults.into_iter().filter_map(|(wrong, fault)| wrong.then_some(fault)).collect();
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(latitude.zip(longitude).map(|(latitude, longitude)| Self { latitude, longitude }))
    }

    /// Rounds to a tenth of a degree, about 11 kilometers. That is precise enough to find nearby places, but doesn't reveal
    /// where a person lives.
    #[must_use]
    pub fn rounded(self) -> Self {
        let tenths = |degrees: f64| (degrees * 10.0).round() / 10.0;
        Self { latitude: tenths(self.latitude), longitude: tenths(self.longitude) }
    }

    /// Degrees north, between -90 and 90.
    #[must_use]
    pub fn latitude(self) -> f64 {
        self.latitude
    }

    /// Degrees east, between -180 and 180.
    #[must_use]
    pub fn longitude(self) -> f64 {
        self.longitude
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_coordinates_identify_an_area_not_a_house() {
        for (exact, rounded) in [
            ((41.508_312, -81.603_871), (41.5, -81.6)),
            ((-33.868_8, 151.209_3), (-33.9, 151.2)),
            ((89.97, 179.99), (90.0, 180.0)),
        ] {
            let place = Coordinates::new(Some(exact.0), Some(exact.1)).unwrap().unwrap().rounded();
            assert_eq!((place.latitude(), place.longitude()), rounded);
        }
    }

    #[test]
    fn coordinates_must_be_in_range_complete_and_not_both_zero() {
        let table = [
            (Some(41.5), Some(-81.7), Ok(true)),
            (Some(-90.0), Some(180.0), Ok(true)),
            (Some(0.0), Some(32.6), Ok(true)),
            (None, None, Ok(false)),
            (Some(90.1), Some(0.0), Err(vec![CoordinatesError::Latitude])),
            (Some(f64::NAN), Some(1.0), Err(vec![CoordinatesError::Latitude])),
            (Some(91.0), Some(181.0), Err(vec![CoordinatesError::Latitude, CoordinatesError::Longitude])),
            (Some(1.0), Some(-180.5), Err(vec![CoordinatesError::Longitude])),
            (None, Some(f64::INFINITY), Err(vec![CoordinatesError::Longitude, CoordinatesError::OneOnly])),
            (Some(41.5), None, Err(vec![CoordinatesError::OneOnly])),
            (None, Some(-81.7), Err(vec![CoordinatesError::OneOnly])),
            (Some(0.0), Some(0.0), Err(vec![CoordinatesError::Nowhere])),
            (Some(-0.0), Some(0.0), Err(vec![CoordinatesError::Nowhere])),
        ];
        for (latitude, longitude, expected) in table {
            let place = Coordinates::new(latitude, longitude).map(|place| place.is_some());
            assert_eq!(place, expected, "{latitude:?}, {longitude:?}");
        }
    }
}
