//! The consent boxes and the notice behind them: `content/consent.toml`.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Deserialize;
use waypoint_domain::consent::ConsentBox;

/// What a person agrees to when signing up.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Consent {
    /// The notice that a person acknowledges.
    pub notice: Notice,
    /// Which version of the boxes it is. Another label, or another box, is another version.
    pub boxes_version: String,
    /// The boxes that a person ticks.
    pub boxes: Vec<ConsentBox>,
}

/// The notice that a person acknowledges.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Notice {
    /// The slug of the page that holds its text.
    pub page: String,
    /// Which version of the text it is.
    pub version: String,
    /// The day from which it holds.
    #[serde(deserialize_with = "super::day::day")]
    #[schemars(with = "String", extend("format" = "date"))]
    pub effective: Date,
}
