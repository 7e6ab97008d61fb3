//! Whether somebody's age lies in a range, as far as a date of birth tells.

use jiff::{Span, ToSpan, civil::Date};
use waypoint_domain::{age::Age, age_range::AgeRange};

use crate::dates::Days;

/// When somebody was born: from the first to the last day that it may have been.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Born {
    first: Date,
    last: Date,
}

/// An age as a limit, or another length of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limit {
    /// How many.
    pub(crate) value: u16,
    /// Of what.
    pub(crate) unit: Unit,
}

/// What ages are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Years,
    Months,
    Weeks,
    Days,
}

/// The ages that are admitted: from the first day of the lowest age to the last day of the highest. At an age that a text
/// leaves open, such as 18 in 'over 18', nothing is decided.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Ages {
    pub(crate) lowest: Option<Limit>,
    pub(crate) highest: Option<Limit>,
    pub(crate) lowest_is_open: bool,
    pub(crate) highest_is_open: bool,
}

impl Limit {
    /// A limit of years.
    pub(crate) const fn years(value: u16) -> Self {
        Self { value, unit: Unit::Years }
    }

    /// A study's limit; one of hours or minutes is none that a date decides.
    fn of(age: Age) -> Option<Self> {
        let text = age.to_string();
        let (value, unit) = text.split_once(' ')?;
        let unit = match unit.trim_end_matches('s') {
            "Year" => Unit::Years,
            "Month" => Unit::Months,
            "Week" => Unit::Weeks,
            "Day" => Unit::Days,
            _ => return None,
        };
        Some(Self { value: value.parse().ok()?, unit })
    }

    /// The span from birth to the first day of this age, or of the one behind it.
    pub(crate) fn span(self, behind: bool) -> Span {
        let count = i64::from(self.value) + i64::from(behind);
        match self.unit {
            Unit::Years => count.years(),
            Unit::Months => count.months(),
            Unit::Weeks => count.weeks(),
            Unit::Days => count.days(),
        }
    }
}

impl Ages {
    /// The ages of a study; nothing where it has a limit that a date can't decide.
    pub(crate) fn of(range: AgeRange) -> Option<Self> {
        let limit = |age: Option<Age>| match age {
            Some(age) => Limit::of(age).map(Some),
            None => Some(None),
        };
        Some(Self { lowest: limit(range.minimum)?, highest: limit(range.maximum)?, ..Self::default() })
    }

    /// Whether somebody who was born on a day has such an age; nothing where it is left open.
    fn admit(&self, born: Date, today: Date) -> Option<bool> {
        let has_reached = |limit: Limit, behind| Some(born.checked_add(limit.span(behind)).ok()? <= today);
        if let Some(lowest) = self.lowest {
            if !has_reached(lowest, false)? {
                return Some(false);
            }
            if self.lowest_is_open && !has_reached(lowest, true)? {
                return None;
            }
        }
        if let Some(highest) = self.highest {
            if has_reached(highest, true)? {
                return Some(false);
            }
            if self.highest_is_open && has_reached(highest, false)? {
                return None;
            }
        }
        Some(true)
    }
}

impl Born {
    /// Reads a date of birth, as exact as it is; no day after today is one.
    pub(crate) fn read(text: &str, today: Date) -> Option<Self> {
        let Days { first, last } = Days::read(text)?;
        (last <= today || first != last && first <= today).then_some(Self { first, last: last.min(today) })
    }

    /// Whether the age lies in these ages; nothing where that depends on the day of birth, or is left open.
    pub(crate) fn is_in(self, ages: &Ages, today: Date) -> Option<bool> {
        let (first, last) = (ages.admit(self.first, today)?, ages.admit(self.last, today)?);
        // The oldest may be above and the youngest below: then some day between them fits.
        let spans_all = first != last || (!first && self.first != self.last && self.straddles(ages, today));
        (!spans_all).then_some(first)
    }

    fn straddles(self, ages: &Ages, today: Date) -> bool {
        let alone = |lowest, highest| Ages { lowest, highest, ..Ages::default() };
        let is_young = alone(ages.lowest, None).admit(self.last, today) == Some(false);
        let is_old = alone(None, ages.highest).admit(self.first, today) == Some(false);
        is_young && is_old
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TODAY: Date = jiff::civil::date(2026, 3, 27);

    fn ages(lowest: Option<&str>, highest: Option<&str>) -> Ages {
        let read = |text: &str| text.parse::<Age>().unwrap();
        Ages::of(AgeRange { minimum: lowest.map(read), maximum: highest.map(read) }).unwrap()
    }

    fn decided(born: &str, ages: &Ages) -> Option<bool> {
        Born::read(born, TODAY).unwrap().is_in(ages, TODAY)
    }

    #[test]
    fn an_age_begins_on_a_birthday_and_ends_before_the_next() {
        let adults = ages(Some("18 Years"), Some("65 Years"));
        let table = [
            ("2008-03-27", Some(true)),
            ("2008-03-28", Some(false)),
            ("1960-03-28", Some(true)),
            ("1960-03-27", Some(false)),
            ("1990-01-01", Some(true)),
        ];
        for (born, fits) in table {
            assert_eq!(decided(born, &adults), fits, "{born}");
        }
        let babies = ages(Some("6 Weeks"), Some("24 Months"));
        for (born, fits) in
            [("2026-02-13", Some(true)), ("2026-02-14", Some(false)), ("2024-02-28", Some(true))]
        {
            assert_eq!(decided(born, &babies), fits, "{born}");
        }
    }

    #[test]
    fn a_year_or_a_month_of_birth_decides_only_where_the_day_makes_no_difference() {
        let adults = ages(Some("18 Years"), Some("65 Years"));
        let table = [
            ("1990", Some(true)),
            ("2008", None),
            ("2008-03", None),
            ("2008-02", Some(true)),
            ("2009", Some(false)),
            ("1960", None),
            ("1958", Some(false)),
        ];
        for (born, fits) in table {
            assert_eq!(decided(born, &adults), fits, "{born}");
        }
    }

    #[test]
    fn a_short_range_within_an_inexact_year_of_birth_is_not_decided() {
        assert_eq!(decided("2024", &ages(Some("20 Months"), Some("22 Months"))), None);
    }

    #[test]
    fn what_is_no_date_of_birth_is_none() {
        for text in ["", "soon", "2026-03-28", "2027", "1990-13-01", "19900101", "१९९०"] {
            assert_eq!(Born::read(text, TODAY), None, "{text}");
        }
    }

    #[test]
    fn at_an_age_that_is_left_open_nothing_is_decided() {
        let over = Ages { lowest: Some(Limit::years(18)), lowest_is_open: true, ..Ages::default() };
        for (born, fits) in [("2008-03-28", Some(false)), ("2008-03-27", None), ("2007-03-27", Some(true))] {
            assert_eq!(decided(born, &over), fits, "{born}");
        }
    }

    proptest! {
        #[test]
        fn what_a_year_of_birth_decides_every_day_of_it_decides_the_same(
            year in 1920i16..2026, day in 1i16..=365, low in 0u16..90, more in 0u16..60,
        ) {
            let range = Ages {
                lowest: Some(Limit::years(low)), highest: Some(Limit::years(low + more)), ..Ages::default()
            };
            let whole = Born::read(&year.to_string(), TODAY).unwrap().is_in(&range, TODAY);
            let one = jiff::civil::date(year, 1, 1).checked_add(i64::from(day - 1).days()).unwrap();
            let exact = Born::read(&one.to_string(), TODAY).unwrap().is_in(&range, TODAY);
            prop_assert!(whole.is_none() || whole == exact);
        }
    }
}
