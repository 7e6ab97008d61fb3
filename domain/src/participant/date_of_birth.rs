//! A date of birth that a living person can have.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::typed_date::{self, NoDate};

/// The oldest age, in years, that is taken for a slip of the finger no longer.
const OLDEST: i16 = 120;

/// A date of birth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DateOfBirth(Date);

/// Why a text is no date of birth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidDateOfBirth {
    /// Not a day of the calendar.
    #[error("Date of birth must be a real date, such as 3 27 1956")]
    NotADate,
    /// The year is not written out.
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
    /// Reads a date as people type it, as seen from `today`.
    ///
    /// # Errors
    /// When it is no date, lies in the future or too far back.
    pub fn parse(text: &str, today: Date) -> Result<Self, InvalidDateOfBirth> {
        let date = typed_date::read(text).map_err(|error| match error {
            NoDate::NotADay => InvalidDateOfBirth::NotADate,
            NoDate::Year => InvalidDateOfBirth::Year,
        })?;
        if date > today {
            Err(InvalidDateOfBirth::InTheFuture)
        } else if date.year() < today.year() - OLDEST {
            Err(InvalidDateOfBirth::TooLongAgo)
        } else {
            Ok(Self(date))
        }
    }

    /// The day.
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
    fn a_date_of_birth_is_a_real_day_in_the_past_120_years() {
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
