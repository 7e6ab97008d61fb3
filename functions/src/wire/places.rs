//! Where places are, and how far.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Where an address is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct LocationAnswer {
    /// Its coordinates; of its town or ZIP code, because streets are not known.
    pub location: LocationPoint,
    /// What it is called: `Cleveland, Ohio 44106, United States`.
    pub formatted_address: String,
    /// The same, where older clients look for it.
    pub output: LocationOutput,
}

/// What an address was found to be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct LocationOutput {
    /// The one place that fits best.
    pub results: Vec<LocationResult>,
}

/// A place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct LocationResult {
    /// Where it is.
    pub geometry: LocationGeometry,
    /// What it is called.
    pub formatted_address: String,
}

/// Where a place is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct LocationGeometry {
    /// Its coordinates.
    pub location: LocationPoint,
}

impl LocationAnswer {
    /// An address that is here and called so.
    #[must_use]
    pub fn of(location: LocationPoint, formatted_address: String) -> Self {
        let geometry = LocationGeometry { location };
        let result = LocationResult { geometry, formatted_address: formatted_address.clone() };
        Self { location, formatted_address, output: LocationOutput { results: vec![result] } }
    }
}

/// A point on the map, in degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct LocationPoint {
    /// To the north.
    pub lat: f64,
    /// To the east.
    pub lng: f64,
}

/// How far ZIP codes are, in the order in which they were sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ZipDistancesAnswer {
    /// Each of them.
    pub result: Vec<ZipDistance>,
}

/// How far a ZIP code is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ZipDistance {
    /// The ZIP code as it was sent.
    pub zip_code: String,
    /// In miles; nothing when it is not known.
    #[serde(rename = "Distance")]
    pub distance: Option<u32>,
}
