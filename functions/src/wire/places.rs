//! Locations and distances.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use waypoint_domain::personal::Personal;

/// The location of an address.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct LocationAnswer {
    /// The coordinates of its town or ZIP code, because streets are unknown.
    pub location: LocationPoint,
    /// The label: `Cleveland, Ohio 44106, United States`.
    pub formatted_address: String,
    /// The location and the label again, in the format of older clients.
    pub output: LocationOutput,
}

/// The results for an address.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct LocationOutput {
    /// The best match.
    pub results: Vec<LocationResult>,
}

/// A place that matches an address.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct LocationResult {
    /// The place's location, in the nesting that older clients expect.
    pub geometry: LocationGeometry,
    /// The label, as in the response itself.
    pub formatted_address: String,
}

/// The location of a place.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct LocationGeometry {
    /// The coordinates of the town or ZIP code.
    pub location: LocationPoint,
}

impl LocationAnswer {
    /// Returns the response for this location and label.
    #[must_use]
    pub fn new(location: LocationPoint, formatted_address: String) -> Self {
        let geometry = LocationGeometry { location };
        let result = LocationResult { geometry, formatted_address: formatted_address.clone() };
        Self { location, formatted_address, output: LocationOutput { results: vec![result] } }
    }
}

/// A point on the map, in degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct LocationPoint {
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lng: f64,
}

/// A visitor's position, in degrees, rounded to a tenth.
#[derive(Debug, Clone, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// Degrees north.
    #[ts(type = "number")]
    #[schema(value_type = f64)]
    pub lat: Personal<f64>,
    /// Degrees east.
    #[ts(type = "number")]
    #[schema(value_type = f64)]
    pub lng: Personal<f64>,
}

/// Distances of ZIP codes, in the order of the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ZipDistancesAnswer {
    /// One entry for each requested ZIP code.
    pub result: Vec<ZipDistance>,
}

/// The distance of a ZIP code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ZipDistance {
    /// The ZIP code as sent.
    pub zip_code: String,
    /// The distance in miles; `null` when unknown.
    #[serde(rename = "Distance")]
    pub distance: Option<u32>,
}
