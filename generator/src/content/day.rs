//! Days, as editors write them.

use jiff::civil::Date;
use serde::{Deserialize, Deserializer, de::Error};
use toml::value::Datetime;

/// Reads a day: a date of TOML, such as `2026-10-02`, or the same as a text.
pub(super) fn day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Date, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Date(Datetime),
        Text(String),
    }
    let text = match Written::deserialize(deserializer)? {
        Written::Date(date) => date.to_string(),
        Written::Text(text) => text,
    };
    text.parse().map_err(|_| {
        D::Error::custom(format!("'{text}' is no day; write year, month and day, such as 2018-03-25"))
    })
}
