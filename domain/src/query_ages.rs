//! The ages in a search query.

use std::{fmt, str::FromStr};

use crate::{
    age::{Age, AgeUnit},
    age_range::AgeRange,
};

/// The highest age that a query accepts.
const OLDEST: Age = Age::years(130);
/// The units of ages in queries, and the words for them.
const UNITS: [(AgeUnit, &[&str]); 4] = [
    (AgeUnit::Years, &["", "y", "yr", "yrs", "year", "years"]),
    (AgeUnit::Months, &["m", "mo", "mos", "month", "months"]),
    (AgeUnit::Weeks, &["w", "wk", "wks", "week", "weeks"]),
    (AgeUnit::Days, &["d", "day", "days"]),
];

/// An inclusive range of ages. `youngest` ends no later than `oldest`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueryAges {
    youngest: Age,
    oldest: Age,
}

/// The text or numbers are not a valid range of ages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "age must be a number of years from 0 to 130, a number of months, weeks, or days, such as 14 months, or two with a \
     dash between them, such as 13-17 or 65-"
)]
pub struct InvalidAges;

impl QueryAges {
    /// Creates a range of a single age.
    ///
    /// # Errors
    /// When the age exceeds 130 years.
    pub fn single(age: Age) -> Result<Self, InvalidAges> {
        Self::between(age, age)
    }

    /// Creates a range from one age to another.
    ///
    /// # Errors
    /// When an age exceeds 130 years, or `youngest` is above `oldest`.
    pub fn between(youngest: Age, oldest: Age) -> Result<Self, InvalidAges> {
        let is_rising = youngest.first_day() <= oldest.first_day() && youngest.end_day() <= oldest.end_day();
        let is_valid = is_rising && oldest.end_day() <= OLDEST.end_day();
        is_valid.then_some(Self { youngest, oldest }).ok_or(InvalidAges)
    }

    /// Creates a range of this age and above.
    ///
    /// # Errors
    /// When the age exceeds 130 years.
    pub fn at_least(youngest: Age) -> Result<Self, InvalidAges> {
        Self::between(youngest, OLDEST)
    }

    /// Creates a range of this age and below.
    ///
    /// # Errors
    /// When the age exceeds 130 years.
    pub fn at_most(oldest: Age) -> Result<Self, InvalidAges> {
        Self::between(Age::days(0), oldest)
    }

    /// Returns the days from birth at which the range begins.
    #[must_use]
    pub fn first_day(self) -> u32 {
        self.youngest.first_day()
    }

    /// Returns the days from birth at which the range has ended.
    #[must_use]
    pub fn end_day(self) -> u32 {
        self.oldest.end_day()
    }

    /// Whether a study with this age range admits at least one of these ages.
    #[must_use]
    pub fn overlaps(self, admitted: &AgeRange) -> bool {
        let (first, end) = admitted.days();
        first < end && first < self.end_day() && self.first_day() < end
    }

    /// The range in words: `Age 58`, `Age 3 weeks`, `Ages 65 and older`, `Ages 6 months to 17 years`.
    #[must_use]
    pub fn label(self) -> String {
        let [youngest, oldest] = [self.youngest, self.oldest].map(notation);
        let (is_open, is_from_birth) = (self.oldest == OLDEST, self.first_day() == 0);
        if self.youngest == self.oldest {
            format!("Age {youngest}")
        } else if is_open {
            format!("Ages {youngest} and older")
        } else if is_from_birth {
            format!("Ages {oldest} and younger")
        } else if self.youngest.unit() == self.oldest.unit() {
            let number = self.youngest.value();
            format!("Ages {number} to {oldest}")
        } else {
            format!("Ages {} to {}", with_unit(self.youngest), with_unit(self.oldest))
        }
    }
}

/// The notation in URLs: `58`, `3 weeks`, `65-`, `-39`, `13-17`, `6 months-17 years`.
impl fmt::Display for QueryAges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [youngest, oldest] = [self.youngest, self.oldest].map(notation);
        if self.youngest == self.oldest {
            write!(f, "{youngest}")
        } else if self.oldest == OLDEST {
            write!(f, "{youngest}-")
        } else if self.first_day() == 0 {
            write!(f, "-{oldest}")
        } else if self.youngest.unit() == self.oldest.unit() {
            write!(f, "{youngest}-{oldest}")
        } else {
            write!(f, "{}-{}", with_unit(self.youngest), with_unit(self.oldest))
        }
    }
}

/// Returns an age as a number of years, or as a number with another unit.
fn notation(age: Age) -> String {
    if age.unit() == AgeUnit::Years { age.value().to_string() } else { with_unit(age) }
}

fn with_unit(age: Age) -> String {
    let (number, unit) = age.number_and_unit();
    let unit = if age.value() == 1 { unit.trim_end_matches('s') } else { unit };
    format!("{number} {unit}")
}

impl FromStr for QueryAges {
    type Err = InvalidAges;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim().split_once('-') {
            None => Self::single(age(text, None)?),
            Some(("", "")) => Err(InvalidAges),
            Some((youngest, "")) => Self::at_least(age(youngest, None)?),
            Some(("", oldest)) => Self::at_most(age(oldest, None)?),
            Some((youngest, oldest)) => {
                let oldest = age(oldest, None)?;
                Self::between(age(youngest, Some(oldest.unit()))?, oldest)
            }
        }
    }
}

/// Parses an age such as `58` or `14 months`. Without a unit, it has the other age's unit, as in '6-11 months'.
fn age(text: &str, unit_of_other: Option<AgeUnit>) -> Result<Age, InvalidAges> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let value = text[..end].parse().map_err(|_| InvalidAges)?;
    let word = text[end..].trim_start().to_lowercase();
    let stated = UNITS.iter().find(|(_, words)| words.contains(&word.as_str())).map(|(unit, _)| *unit);
    let unit = unit_of_other.filter(|_| word.is_empty()).or(stated).ok_or(InvalidAges)?;
    Ok(Age::new(value, unit))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn range(youngest: Option<&str>, oldest: Option<&str>) -> AgeRange {
        let age = |text: &str| text.parse().unwrap();
        AgeRange { minimum: youngest.map(age), maximum: oldest.map(age) }
    }

    #[test]
    fn ages_parse_from_and_format_to_url_notation_and_labels() {
        let table = [
            ("58", "58", "Age 58"),
            (" 7 ", "7", "Age 7"),
            ("65-", "65-", "Ages 65 and older"),
            ("-39", "-39", "Ages 39 and younger"),
            ("13 - 17", "13-17", "Ages 13 to 17"),
            ("0-39", "-39", "Ages 39 and younger"),
            ("0-0", "0", "Age 0"),
            ("3 weeks", "3 weeks", "Age 3 weeks"),
            ("14mo", "14 months", "Age 14 months"),
            ("1 Day", "1 day", "Age 1 day"),
            ("58 years", "58", "Age 58"),
            ("-6 months", "-6 months", "Ages 6 months and younger"),
            ("6-11 months", "6 months-11 months", "Ages 6 to 11 months"),
            ("6 months-17", "6 months-17 years", "Ages 6 months to 17 years"),
        ];
        for (text, written, label) in table {
            let ages: QueryAges = text.parse().unwrap();
            assert_eq!((ages.to_string().as_str(), ages.label().as_str()), (written, label), "{text}");
        }
        for text in [
            "",
            "-",
            "old",
            "131",
            "17-13",
            "1-2-3",
            "-131",
            "5.5",
            "+-5",
            "3 moons",
            "2 years-6 months",
            "2000 months",
        ] {
            assert_eq!(text.parse::<QueryAges>(), Err(InvalidAges), "{text}");
        }
    }

    #[test]
    fn ages_meet_a_study_that_admits_one_of_them() {
        let table = [
            ("65-", range(Some("18 Years"), None), true),
            ("65-", range(Some("18 Years"), Some("65 Years")), true),
            ("65-", range(Some("18 Years"), Some("64 Years")), false),
            ("-11", range(Some("12 Years"), None), false),
            ("-11", range(Some("6 Months"), Some("5 Years")), true),
            ("13-17", range(None, None), true),
            ("13-17", range(Some("18 Years"), None), false),
            ("3 weeks", range(Some("6 Months"), Some("35 Months")), false),
            ("3 weeks", range(None, Some("4 Weeks")), true),
            ("14 months", range(None, Some("12 Months")), false),
            ("12 months", range(None, Some("12 Months")), true),
            ("1", range(None, Some("12 Months")), true),
            ("14 months", range(Some("1 Year"), None), true),
            ("5 days", range(None, Some("72 Hours")), false),
            ("2 days", range(None, Some("72 Hours")), true),
            // The minimum is above the maximum, so the study admits no age.
            ("0-130", range(Some("70 Years"), Some("17 Years")), false),
        ];
        for (asked, admitted, fits) in table {
            assert_eq!(asked.parse::<QueryAges>().unwrap().overlaps(&admitted), fits, "{asked} {admitted:?}");
        }
    }

    proptest! {
        #[test]
        fn single_age_meets_a_study_that_admits_it(years in 0u16..=130, youngest in 0u16..100, more in 0u16..60) {
            let admitted = range(Some(&format!("{youngest} Years")), Some(&format!("{} Years", youngest + more)));
            prop_assert_eq!(QueryAges::single(Age::years(years)).unwrap().overlaps(&admitted), admitted.admits(years));
        }

        #[test]
        fn url_notation_round_trips(youngest in 1u16..=130, oldest in 0u16..=130, units in (0usize..4, 0usize..4)) {
            let [youngest, oldest] =
                [(youngest, units.0), (oldest, units.1)].map(|(value, unit)| Age::new(value, UNITS[unit].0));
            if let Ok(ages) = QueryAges::between(youngest, oldest) {
                prop_assert_eq!(ages.to_string().parse(), Ok(ages));
            }
        }
    }
}
