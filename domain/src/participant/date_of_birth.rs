//! Plausible dates of birth.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::typed_date::{self, InvalidDate};

/// The maximum age in years. An older age is probably a typo.
const OLDEST: i16 = 120;

/// A date of birth in the past 120 years.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DateOfBirth(Date);

/// Why a text is not a valid date of birth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidDateOfBirth {
    /// The text is not a date of the calendar.
    #[error("Date of birth must be a real date, such as 3 27 1956")]
    NotADate,
    /// The year doesn't have four digits.
    #[error("The year must have four digits, such as 1956")]
    Year,
    /// After today.
    #[error("Date of birth must be in the past")]
    InTheFuture,
    /// More than 120 years ago.
    #[error("Date of birth must be less than 120 years ago")]
    TooLongAgo,
}

impl std::fmt::Display for DateOfBirth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl DateOfBirth {
    /// Parses a typed date and checks that it is in the 120 years before `today`.
    pub fn parse(text: &str, today: Date) -> Result<Self, InvalidDateOfBirth> {
        let date = typed_date::read(text).map_err(|error| match error {
            InvalidDate::NotADay => InvalidDateOfBirth::NotADate,
            InvalidDate::Year => InvalidDateOfBirth::Year,
        })?;
        if date > today {
            Err(InvalidDateOfBirth::InTheFuture)
        } else if date.year() < today.year() - OLDEST {
            Err(InvalidDateOfBirth::TooLongAgo)
        } else {
            Ok(Self(date))
        }
    }

    #[must_use]
    pub fn day(self) -> Date {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn date_of_birth_is_a_real_day_in_the_past_120_years() {
        let today = date(2026, 3, 1);
        let table = [
            ("1956-03-27", None),
            ("2026-03-01", None),
            ("2024-02-29", None),
            ("1956-02-30", Some(InvalidDateOfBirth::NotADate)),
            ("2025-02-29", Some(InvalidDateOfBirth::NotADate)),
            ("27-03-1956", None),
            ("3/27/1956", None),
            ("3/27/56", Some(InvalidDateOfBirth::Year)),
            ("", Some(InvalidDateOfBirth::NotADate)),
            ("2026-03-02", Some(InvalidDateOfBirth::InTheFuture)),
            ("1899-01-01", Some(InvalidDateOfBirth::TooLongAgo)),
        ];
        for (text, error) in table {
            assert_eq!(DateOfBirth::parse(text, today).err(), error, "{text}");
        }
    }
}
