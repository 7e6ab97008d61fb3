//! The ages in a search query.

use std::{fmt, str::FromStr};

use crate::{age::Age, age_range::AgeRange};

/// The highest age that a query accepts.
const OLDEST: u16 = 130;

/// An inclusive range of ages in whole years. `youngest` is at most `oldest`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueryAges {
    youngest: u16,
    oldest: u16,
}

/// The text or numbers are not a valid range of ages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("age must be a number of years from 0 to 130, or two with a dash between them, such as 13-17 or 65-")]
pub struct InvalidAges;

impl QueryAges {
    /// Creates a range of a single age.
    ///
    /// # Errors
    /// When the age exceeds 130.
    pub fn single(years: u16) -> Result<Self, InvalidAges> {
        Self::between(years, years)
    }

    /// Creates a range from one age to another.
    ///
    /// # Errors
    /// When an age exceeds 130, or `youngest` is above `oldest`.
    pub fn between(youngest: u16, oldest: u16) -> Result<Self, InvalidAges> {
        let is_valid = youngest <= oldest && oldest <= OLDEST;
        is_valid.then_some(Self { youngest, oldest }).ok_or(InvalidAges)
    }

    /// Creates a range of this age and above.
    ///
    /// # Errors
    /// When the age exceeds 130.
    pub fn at_least(youngest: u16) -> Result<Self, InvalidAges> {
        Self::between(youngest, OLDEST)
    }

    /// Creates a range of this age and below.
    ///
    /// # Errors
    /// When the age exceeds 130.
    pub fn at_most(oldest: u16) -> Result<Self, InvalidAges> {
        Self::between(0, oldest)
    }

    /// The youngest age, in whole years.
    #[must_use]
    pub const fn youngest(self) -> u16 {
        self.youngest
    }

    /// The oldest age, in whole years.
    #[must_use]
    pub const fn oldest(self) -> u16 {
        self.oldest
    }

    /// Whether a study with this age range admits at least one of these ages.
    #[must_use]
    pub fn overlaps(self, admitted: &AgeRange) -> bool {
        let youngest = admitted.minimum.map_or(0, Age::whole_years);
        let oldest = admitted.maximum.map_or(u16::MAX, Age::whole_years);
        youngest <= oldest && youngest <= self.oldest && self.youngest <= oldest
    }

    /// The range in words: `Age 58`, `Ages 65 and older`, `Ages 39 and younger`, `Ages 13 to 17`.
    #[must_use]
    pub fn label(self) -> String {
        match (self.youngest, self.oldest) {
            (youngest, oldest) if youngest == oldest => format!("Age {youngest}"),
            (youngest, OLDEST) => format!("Ages {youngest} and older"),
            (0, oldest) => format!("Ages {oldest} and younger"),
            (youngest, oldest) => format!("Ages {youngest} to {oldest}"),
        }
    }
}

/// The notation in URLs: `58`, `65-`, `-39`, `13-17`.
impl fmt::Display for QueryAges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.youngest, self.oldest) {
            (youngest, oldest) if youngest == oldest => write!(f, "{youngest}"),
            (youngest, OLDEST) => write!(f, "{youngest}-"),
            (0, oldest) => write!(f, "-{oldest}"),
            (youngest, oldest) => write!(f, "{youngest}-{oldest}"),
        }
    }
}

impl FromStr for QueryAges {
    type Err = InvalidAges;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let years = |text: &str| text.trim().parse::<u16>().map_err(|_| InvalidAges);
        match text.trim().split_once('-') {
            None => Self::single(years(text)?),
            Some(("", "")) => Err(InvalidAges),
            Some((youngest, "")) => Self::at_least(years(youngest)?),
            Some(("", oldest)) => Self::at_most(years(oldest)?),
            Some((youngest, oldest)) => Self::between(years(youngest)?, years(oldest)?),
        }
    }
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
        ];
        for (text, written, label) in table {
            let ages: QueryAges = text.parse().unwrap();
            assert_eq!((ages.to_string().as_str(), ages.label().as_str()), (written, label), "{text}");
        }
        for text in ["", "-", "old", "131", "17-13", "1-2-3", "-131", "5.5", "+-5"] {
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
            prop_assert_eq!(QueryAges::single(years).unwrap().overlaps(&admitted), admitted.admits(years));
        }

        #[test]
        fn url_notation_round_trips(youngest in 0u16..=130, oldest in 0u16..=130) {
            if let Ok(ages) = QueryAges::between(youngest, oldest) {
                prop_assert_eq!(ages.to_string().parse(), Ok(ages));
            }
        }
    }
}
