//! Distances in miles and kilometers.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

const KM_PER_MILE: f64 = 1.609_344;

/// A distance, rounded to whole miles and to whole kilometers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Distance {
    /// Whole miles.
    pub miles: u32,
    /// Whole kilometers.
    pub km: u32,
}

impl Distance {
    /// Creates a distance from kilometers, clamped to half the Earth's circumference.
    #[must_use]
    pub fn from_km(km: f64) -> Self {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a number between 0 and 20,100 is whole after rounding"
        )]
        let whole = |number: f64| number.clamp(0.0, 20_100.0).round() as u32;
        Self { miles: whole(km / KM_PER_MILE), km: whole(km) }
    }

    /// Converts miles to kilometers.
    #[must_use]
    pub fn miles_to_km(miles: u32) -> f64 {
        f64::from(miles) * KM_PER_MILE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_is_rounded_to_whole_miles_and_kilometers() {
        for (km, miles, whole) in [(0.0, 0, 0), (0.9, 1, 1), (185.0, 115, 185), (-3.0, 0, 0)] {
            assert_eq!(Distance::from_km(km), Distance { miles, km: whole }, "{km}");
        }
        assert!((Distance::miles_to_km(50) - 80.4672).abs() < 1e-9);
    }
}
