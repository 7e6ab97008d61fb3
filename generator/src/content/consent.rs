//! The consent boxes and the privacy notice: `content/consent.toml`.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Deserialize;
use waypoint_domain::consent::ConsentBox;

/// The consent that a participant gives when signing up.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Consent {
    /// The notice that the participant acknowledges.
    pub notice: Notice,
    /// Version of the boxes. Change it when a box is added or its label changes.
    pub boxes_version: String,
    /// The boxes that the participant can tick.
    pub boxes: Vec<ConsentBox>,
}

/// The notice that the participant acknowledges.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Notice {
    /// The slug of the page with the notice's text.
    pub page: String,
    /// Version of the text.
    pub version: String,
    /// The date from which the notice is effective.
    #[serde(deserialize_with = "super::day::day")]
    #[schemars(with = "String", extend("format" = "date"))]
    pub effective: Date,
}
