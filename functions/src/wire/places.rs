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
