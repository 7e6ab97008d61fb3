//! Dates in content files.

use jiff::civil::Date;
use serde::{Deserialize, Deserializer, de::Error};
use toml::value::Datetime;

/// Deserializes a date: a TOML date such as `2026-10-02`, or the same as a string.
pub(super) fn day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Date, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum WrittenDate {
        Date(Datetime),
        Text(String),
    }
    let text = match WrittenDate::deserialize(deserializer)? {
        WrittenDate::Date(date) => date.to_string(),
        WrittenDate::Text(text) => text,
    };
    text.parse().map_err(|_| {
        D::Error::custom(format!(
            "'{text}' isn't a valid date; write year, month, and day, such as 2018-03-25"
        ))
    })
}
