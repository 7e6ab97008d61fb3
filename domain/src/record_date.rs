//! Dates of the partner system's records.

use std::str::FromStr;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// When a record was created or changed: `YYYY-MM-DD`, and optionally the time of day. Kept as written, because our API
/// passes it on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("pattern" = "^[0-9]{4}-[0-9]{2}-[0-9]{2}"))]
pub struct RecordDate(String);

/// The text doesn't start with a date.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' doesn't start with a date; write year, month, and day in quotes, such as \"2018-03-25\"")]
pub struct InvalidRecordDate(pub String);

impl RecordDate {
    /// The date as written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The date without the time of day, `YYYY-MM-DD`.
    #[must_use]
    pub fn day(&self) -> &str {
        self.0.get(..DAY_LENGTH).unwrap_or(&self.0)
    }
}

/// The length of `YYYY-MM-DD`.
const DAY_LENGTH: usize = 10;

impl FromStr for RecordDate {
    type Err = InvalidRecordDate;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let day = text.get(..DAY_LENGTH).filter(|day| day.parse::<Date>().is_ok());
        day.map(|_| Self(text.to_owned())).ok_or_else(|| InvalidRecordDate(text.chars().take(40).collect()))
    }
}

impl TryFrom<String> for RecordDate {
    type Error = InvalidRecordDate;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<RecordDate> for String {
    fn from(date: RecordDate) -> Self {
        date.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn record_date_starts_with_a_real_day() {
        for text in ["2025-03-10", "2025-03-10 08:15:00", "2024-02-29T00:00:00Z"] {
            let date: RecordDate = text.parse().unwrap();
            assert_eq!((date.as_str(), date.day()), (text, &text[..10]));
        }
        for text in ["", "2025", "2025-02-30", "10.03.2025", "2025-3-10", "yesterday, at noon"] {
            assert_eq!(text.parse::<RecordDate>(), Err(InvalidRecordDate(text.into())));
        }
    }
}
