//! The ages that a study admits.

use serde::{Deserialize, Serialize};

use crate::age::Age;

/// A study's lowest and highest age. A missing limit is open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgeRange {
    /// The lowest admitted age.
    #[serde(rename = "minimum_age", default, skip_serializing_if = "Option::is_none")]
    pub minimum: Option<Age>,
    /// The highest admitted age.
    #[serde(rename = "maximum_age", default, skip_serializing_if = "Option::is_none")]
    pub maximum: Option<Age>,
}

impl AgeRange {
    /// Whether the range includes a person of this many whole years.
    #[must_use]
    pub fn admits(&self, years: u16) -> bool {
        self.minimum.is_none_or(|min| min.whole_years() <= years)
            && self.maximum.is_none_or(|max| years <= max.whole_years())
    }

    /// Returns the days from birth at which the range begins, and at which it has ended.
    #[must_use]
    pub fn days(&self) -> (u32, u32) {
        (self.minimum.map_or(0, Age::first_day), self.maximum.map_or(u32::MAX, Age::end_day))
    }

    /// The range for a study card: `below 65 years`, `above 18 years`, `18 - 65 years` or `None`.
    #[must_use]
    pub fn display(&self) -> String {
        let with_unit = |age: Age| {
            let (number, unit) = age.number_and_unit();
            format!("{number} {unit}")
        };
        match (self.minimum, self.maximum) {
            (None, None) => "None".to_owned(),
            (None, Some(max)) => format!("below {}", with_unit(max)),
            (Some(min), None) => format!("above {}", with_unit(min)),
            (Some(min), Some(max)) => {
                let (low, low_unit) = min.number_and_unit();
                let (high, high_unit) = max.number_and_unit();
                if low_unit == high_unit {
                    format!("{low} - {high} {high_unit}")
                } else {
                    format!("{low} {low_unit} - {high} {high_unit}")
                }
            }
        }
    }

    /// The range in short form, `18+` or `18–65`. `None` when it has no lower limit or is not in years.
    #[must_use]
    pub fn figure(&self) -> Option<String> {
        let years = |age: Age| match age.number_and_unit() {
            (number, "years") => Some(number),
            _ => None,
        };
        let low = years(self.minimum?)?;
        match self.maximum {
            None => Some(format!("{low}+")),
            Some(maximum) => Some(format!("{low}–{}", years(maximum)?)),
        }
    }

    /// The range in words: `18 years and older`, `Any age`.
    #[must_use]
    pub fn plain(&self) -> String {
        let with_unit = |age: Age| {
            let (number, unit) = age.number_and_unit();
            format!("{number} {unit}")
        };
        match (self.minimum, self.maximum) {
            (None, None) => "Any age".to_owned(),
            (None, Some(max)) => format!("{} and younger", with_unit(max)),
            (Some(min), None) => format!("{} and older", with_unit(min)),
            (Some(_), Some(_)) => self.display().replace(" - ", " to "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn range(min: Option<&str>, max: Option<&str>) -> AgeRange {
        AgeRange { minimum: min.map(|a| a.parse().unwrap()), maximum: max.map(|a| a.parse().unwrap()) }
    }

    #[test]
    fn display_depends_on_which_limits_are_set() {
        assert_eq!(range(None, Some("65 Years")).display(), "below 65 years");
        assert_eq!(range(Some("18 Years"), None).display(), "above 18 years");
        assert_eq!(range(Some("18 Years"), Some("65 Years")).display(), "18 - 65 years");
        assert_eq!(range(None, None).display(), "None");
        assert_eq!(range(Some("6 Months"), Some("17 Years")).display(), "6 months - 17 years");
    }

    #[test]
    fn figure_needs_lower_limit_and_years() {
        assert_eq!(range(Some("18 Years"), None).figure().as_deref(), Some("18+"));
        assert_eq!(range(Some("18 Years"), Some("65 Years")).figure().as_deref(), Some("18–65"));
        for (min, max) in [(None, None), (None, Some("65 Years")), (Some("6 Months"), Some("17 Years"))] {
            assert_eq!(range(min, max).figure(), None, "{min:?} {max:?}");
        }
    }

    #[test]
    fn both_limits_are_inclusive() {
        let adults = range(Some("18 Years"), Some("65 Years"));
        for (years, admitted) in [(17, false), (18, true), (65, true), (66, false)] {
            assert_eq!(adults.admits(years), admitted, "{years}");
        }
    }

    proptest! {
        #[test]
        fn missing_maximum_age_admits_any_older_person(min in 0u16..120, older in 0u16..120) {
            let adults = AgeRange { minimum: Some(Age::years(min)), maximum: None };
            prop_assert!(adults.admits(min + older));
        }

        #[test]
        fn range_without_limits_admits_every_age(years in 0u16..150) {
            prop_assert!(range(None, None).admits(years));
        }
    }
}
