//! The ages that a study admits.

use serde::{Deserialize, Serialize};

use crate::age::Age;

/// A study's lowest and highest age. A missing limit is open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgeRange {
    /// The lowest age that may join.
    #[serde(rename = "minimum_age", default, skip_serializing_if = "Option::is_none")]
    pub minimum: Option<Age>,
    /// The highest age that may join.
    #[serde(rename = "maximum_age", default, skip_serializing_if = "Option::is_none")]
    pub maximum: Option<Age>,
}

impl AgeRange {
    /// Whether a person of this many whole years may join.
    #[must_use]
    pub fn admits(&self, years: u16) -> bool {
        self.minimum.is_none_or(|min| min.whole_years() <= years)
            && self.maximum.is_none_or(|max| years <= max.whole_years())
    }

    /// The range as a card shows it: `below 65 years`, `above 18 years`, `18 - 65 years` or `None`.
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

    /// The range as a figure, `18+` or `18–65`; nothing when it has no lower limit or is not in years.
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

    /// The range in a plain sentence part: `18 years and older`, `any age`.
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
    fn an_age_range_is_shown_by_what_limits_it_has() {
        assert_eq!(range(None, Some("65 Years")).display(), "below 65 years");
        assert_eq!(range(Some("18 Years"), None).display(), "above 18 years");
        assert_eq!(range(Some("18 Years"), Some("65 Years")).display(), "18 - 65 years");
        assert_eq!(range(None, None).display(), "None");
        assert_eq!(range(Some("6 Months"), Some("17 Years")).display(), "6 months - 17 years");
    }

    #[test]
    fn a_range_of_years_with_a_lower_limit_is_a_figure() {
        assert_eq!(range(Some("18 Years"), None).figure().as_deref(), Some("18+"));
        assert_eq!(range(Some("18 Years"), Some("65 Years")).figure().as_deref(), Some("18–65"));
        for (min, max) in [(None, None), (None, Some("65 Years")), (Some("6 Months"), Some("17 Years"))] {
            assert_eq!(range(min, max).figure(), None, "{min:?} {max:?}");
        }
    }

    #[test]
    fn both_limits_belong_to_the_range() {
        let adults = range(Some("18 Years"), Some("65 Years"));
        for (years, admitted) in [(17, false), (18, true), (65, true), (66, false)] {
            assert_eq!(adults.admits(years), admitted, "{years}");
        }
    }

    proptest! {
        #[test]
        fn a_study_without_a_maximum_age_admits_every_older_person(min in 0u16..120, older in 0u16..120) {
            let adults = AgeRange { minimum: Some(Age::years(min)), maximum: None };
            prop_assert!(adults.admits(min + older));
        }

        #[test]
        fn a_study_without_limits_admits_every_age(years in 0u16..150) {
            prop_assert!(range(None, None).admits(years));
        }
    }
}
