//! Age limits of studies: a number and a unit.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An age limit such as `18 Years` or `6 Months`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("pattern" = "^[0-9]+ (Year|Month|Week|Day|Hour|Minute)s?$", "examples" = ["18 Years", "6 Months"]))]
pub struct Age {
    value: u16,
    unit: AgeUnit,
}

/// The unit of an [`Age`], from years to minutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgeUnit {
    /// Years, the unit of most limits.
    Years,
    /// Months, 12 to a year.
    Months,
    /// Weeks, 52 to a year.
    Weeks,
    /// Days, 365 to a year.
    Days,
    /// Hours, 8,760 to a year.
    Hours,
    /// Minutes, always less than a year.
    Minutes,
}

impl AgeUnit {
    /// Returns a number of units in days, rounded down.
    fn days(self, number: u32) -> u32 {
        match self {
            Self::Years => number * 365,
            Self::Months => number * 365 / 12,
            Self::Weeks => number * 7,
            Self::Days => number,
            Self::Hours => number / 24,
            Self::Minutes => number / (24 * 60),
        }
    }
}

/// The text is not a valid [`Age`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not an age; write a number and a unit, such as '18 Years' or '6 Months'")]
pub struct InvalidAge(pub String);

impl Age {
    /// Creates an age of whole years.
    #[must_use]
    pub const fn years(value: u16) -> Self {
        Self { value, unit: AgeUnit::Years }
    }

    /// Returns the age in whole years, rounded down.
    #[must_use]
    pub fn whole_years(self) -> u16 {
        let per_year = match self.unit {
            AgeUnit::Years => 1,
            AgeUnit::Months => 12,
            AgeUnit::Weeks => 52,
            AgeUnit::Days => 365,
            AgeUnit::Hours => 8760,
            AgeUnit::Minutes => return 0,
        };
        self.value / per_year
    }

    /// Creates an age from a number of units.
    #[must_use]
    pub const fn new(value: u16, unit: AgeUnit) -> Self {
        Self { value, unit }
    }

    /// Creates an age of whole months.
    #[must_use]
    pub const fn months(value: u16) -> Self {
        Self { value, unit: AgeUnit::Months }
    }

    /// Creates an age of whole days.
    #[must_use]
    pub const fn days(value: u16) -> Self {
        Self { value, unit: AgeUnit::Days }
    }

    /// Returns the days from birth until a person reaches this age.
    #[must_use]
    pub fn first_day(self) -> u32 {
        self.unit.days(u32::from(self.value))
    }

    /// Returns the days from birth until a person is older than this age. A person of 3 weeks is less than 28 days old.
    #[must_use]
    pub fn end_day(self) -> u32 {
        match self.unit {
            AgeUnit::Hours | AgeUnit::Minutes => self.first_day() + 1,
            unit => unit.days(u32::from(self.value) + 1),
        }
    }

    pub(crate) fn value(self) -> u16 {
        self.value
    }

    pub(crate) fn unit(self) -> AgeUnit {
        self.unit
    }

    /// Returns the number and the lowercase plural of the unit.
    pub(crate) fn number_and_unit(self) -> (String, &'static str) {
        let unit = match self.unit {
            AgeUnit::Years => "years",
            AgeUnit::Months => "months",
            AgeUnit::Weeks => "weeks",
            AgeUnit::Days => "days",
            AgeUnit::Hours => "hours",
            AgeUnit::Minutes => "minutes",
        };
        (self.value.to_string(), unit)
    }
}

impl FromStr for Age {
    type Err = InvalidAge;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let invalid = || InvalidAge(text.chars().take(40).collect());
        let mut words = text.split_whitespace();
        let value = words.next().and_then(|n| n.parse().ok()).ok_or_else(invalid)?;
        let unit = match words.next().map(str::to_ascii_lowercase).as_deref() {
            None | Some("year" | "years") => AgeUnit::Years,
            Some("month" | "months") => AgeUnit::Months,
            Some("week" | "weeks") => AgeUnit::Weeks,
            Some("day" | "days") => AgeUnit::Days,
            Some("hour" | "hours") => AgeUnit::Hours,
            Some("minute" | "minutes") => AgeUnit::Minutes,
            Some(_) => return Err(invalid()),
        };
        if words.next().is_some() {
            return Err(invalid());
        }
        Ok(Self { value, unit })
    }
}

impl TryFrom<String> for Age {
    type Error = InvalidAge;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Age> for String {
    fn from(age: Age) -> Self {
        age.to_string()
    }
}

impl fmt::Display for Age {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.unit {
            AgeUnit::Years => "Year",
            AgeUnit::Months => "Month",
            AgeUnit::Weeks => "Week",
            AgeUnit::Days => "Day",
            AgeUnit::Hours => "Hour",
            AgeUnit::Minutes => "Minute",
        };
        let plural = if self.value == 1 { "" } else { "s" };
        write!(f, "{} {unit}{plural}", self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registry_notation_round_trips_and_other_text_is_rejected() {
        for text in ["18 Years", "6 Months", "1 Day", "29 Days", "1 Year"] {
            assert_eq!(text.parse::<Age>().unwrap().to_string(), text);
        }
        for text in ["", "Years", "eighteen Years", "18 Moons", "18 Years old", "-3 Years"] {
            assert!(text.parse::<Age>().is_err(), "{text}");
        }
    }

    #[test]
    fn age_lasts_until_the_next_of_its_unit() {
        let table = [
            ("0 Years", 0, 365),
            ("1 Year", 365, 730),
            ("12 Months", 365, 395),
            ("3 Weeks", 21, 28),
            ("10 Days", 10, 11),
            ("36 Hours", 1, 2),
            ("90 Minutes", 0, 1),
        ];
        for (text, first, end) in table {
            let age: Age = text.parse().unwrap();
            assert_eq!((age.first_day(), age.end_day()), (first, end), "{text}");
        }
    }

    #[test]
    fn whole_years_round_down() {
        let table = [("18 Years", 18), ("23 Months", 1), ("6 Months", 0), ("29 Days", 0), ("400 Days", 1)];
        for (text, years) in table {
            assert_eq!(text.parse::<Age>().unwrap().whole_years(), years, "{text}");
        }
    }
}
