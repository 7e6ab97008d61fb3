//! A person's age on a given day, compared with a study's age limits.

use jiff::{Timestamp, civil::Date, tz::TimeZone};

use crate::{
    age::{Age, AgeUnit},
    age_range::AgeRange,
};

/// The offset from UTC where each day begins last, in hours.
const WESTERNMOST: i64 = -12;
/// The offset from UTC where each day begins first, in hours.
const EASTERNMOST: i64 = 14;

/// The range of dates that may be today where a person is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalToday {
    /// The earliest possible date.
    pub earliest: Date,
    /// The latest possible date.
    pub latest: Date,
}

impl LocalToday {
    /// Today in a time zone such as `America/New_York`. For an unknown zone, same as [`Self::in_any_zone`].
    #[must_use]
    pub fn in_zone(zone: &str, now: Timestamp) -> Self {
        match TimeZone::get(zone) {
            Ok(zone) => Self::exactly(now.to_zoned(zone).date()),
            Err(_) => Self::in_any_zone(now),
        }
    }

    /// All dates that are today somewhere on Earth.
    #[must_use]
    pub fn in_any_zone(now: Timestamp) -> Self {
        let date_at_offset = |hours: i64| {
            let moved = Timestamp::from_second(now.as_second() + hours * 3600).unwrap_or(now);
            moved.to_zoned(TimeZone::UTC).date()
        };
        Self { earliest: date_at_offset(WESTERNMOST), latest: date_at_offset(EASTERNMOST) }
    }

    /// Exactly this day.
    #[must_use]
    pub const fn exactly(day: Date) -> Self {
        Self { earliest: day, latest: day }
    }
}

/// A person's age compared with an [`AgeRange`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgeFit {
    /// Below the minimum on every possible date.
    TooYoung,
    /// Within the range on at least one possible date.
    Fits,
    /// Above the maximum on every possible date.
    TooOld,
}

/// Returns the age in completed years. A person born on February 29 completes a year on March 1 in years that aren't
/// leap years.
#[must_use]
pub fn completed_years(birth: Date, today: Date) -> u16 {
    u16::try_from(completed_months(birth, today) / 12).unwrap_or(u16::MAX)
}

/// Returns the age in completed months.
#[must_use]
pub fn completed_months(birth: Date, today: Date) -> u32 {
    let months = |date: Date| i32::from(date.year()) * 12 + i32::from(date.month());
    let begun = months(today) - months(birth);
    let completed = if today.day() < birth.day() { begun - 1 } else { begun };
    u32::try_from(completed).unwrap_or(0)
}

fn completed_days(birth: Date, today: Date) -> u32 {
    let days = birth.until(today).map_or(0, |span| span.get_days());
    u32::try_from(days).unwrap_or(0)
}

/// Returns the fewest and the most completed units of age. They differ because the hour of birth is unknown.
fn completed(unit: AgeUnit, birth: Date, today: LocalToday) -> (u32, u32) {
    let count = |today: Date| match unit {
        AgeUnit::Years => completed_months(birth, today) / 12,
        AgeUnit::Months => completed_months(birth, today),
        AgeUnit::Weeks => completed_days(birth, today) / 7,
        AgeUnit::Days | AgeUnit::Hours | AgeUnit::Minutes => completed_days(birth, today),
    };
    let (fewest, most) = (count(today.earliest), count(today.latest));
    let per_day = match unit {
        AgeUnit::Hours => 24,
        AgeUnit::Minutes => 24 * 60,
        _ => return (fewest, most),
    };
    (fewest.saturating_sub(1) * per_day, (most + 1) * per_day - 1)
}

impl AgeRange {
    /// Compares a person's age with the range. Both limits are inclusive, in the unit in which they are stated: with a
    /// maximum of 6 months, a person is too old at 7 completed months.
    #[must_use]
    pub fn fit(&self, birth: Date, today: LocalToday) -> AgeFit {
        let reaches = |limit: Age| {
            let (_, most) = completed(limit.unit(), birth, today);
            most >= u32::from(limit.value())
        };
        let is_over = |limit: Age| {
            let (fewest, _) = completed(limit.unit(), birth, today);
            fewest > u32::from(limit.value())
        };
        if self.minimum.is_some_and(|minimum| !reaches(minimum)) {
            AgeFit::TooYoung
        } else if self.maximum.is_some_and(is_over) {
            AgeFit::TooOld
        } else {
            AgeFit::Fits
        }
    }

    /// Whether the person's age is in the range on every possible date.
    #[must_use]
    pub fn always_admits(&self, birth: Date, today: LocalToday) -> bool {
        [today.earliest, today.latest]
            .into_iter()
            .all(|day| self.fit(birth, LocalToday::exactly(day)) == AgeFit::Fits)
    }
}

#[cfg(test)]
mod tests {
    use jiff::{ToSpan, civil::date};
    use proptest::prelude::*;

    use super::*;

    fn range(minimum: &str, maximum: &str) -> AgeRange {
        AgeRange { minimum: minimum.parse().ok(), maximum: maximum.parse().ok() }
    }

    #[test]
    fn age_limits_are_inclusive_to_the_day_in_their_own_unit() {
        use AgeFit::{Fits, TooOld, TooYoung};
        let today = date(2026, 3, 1);
        let table = [
            ("18 Years", "", date(2008, 3, 1), Fits),
            ("18 Years", "", date(2008, 3, 2), TooYoung),
            ("18 Years", "65 Years", date(1960, 3, 2), Fits),
            ("18 Years", "65 Years", date(1960, 3, 1), TooOld),
            ("18 Years", "", date(2008, 2, 29), Fits),
            ("3 Months", "", date(2025, 12, 1), Fits),
            ("3 Months", "", date(2025, 12, 2), TooYoung),
            ("", "6 Months", date(2025, 8, 2), Fits),
            ("", "6 Months", date(2025, 8, 1), TooOld),
            ("", "18 Months", date(2024, 8, 2), Fits),
            ("2 Weeks", "", date(2026, 2, 15), Fits),
            ("2 Weeks", "", date(2026, 2, 16), TooYoung),
            ("", "2 Weeks", date(2026, 2, 9), Fits),
            ("", "2 Weeks", date(2026, 2, 8), TooOld),
            ("28 Days", "", date(2026, 2, 1), Fits),
            ("28 Days", "", date(2026, 2, 2), TooYoung),
            ("", "28 Days", date(2026, 1, 31), TooOld),
            ("", "48 Hours", date(2026, 2, 27), Fits),
            ("", "48 Hours", date(2026, 2, 25), TooOld),
            ("72 Hours", "", date(2026, 2, 28), TooYoung),
            ("", "", date(2026, 3, 1), Fits),
            ("", "", date(1910, 3, 1), Fits),
        ];
        for (minimum, maximum, birth, fit) in table {
            assert_eq!(
                range(minimum, maximum).fit(birth, LocalToday::exactly(today)),
                fit,
                "{minimum} to {maximum}, born {birth}"
            );
        }
    }

    #[test]
    fn february_29_birthday_completes_a_year_on_march_1_in_common_years() {
        let birth = date(2008, 2, 29);
        assert_eq!(completed_years(birth, date(2026, 2, 28)), 17);
        assert_eq!(completed_years(birth, date(2026, 3, 1)), 18);
        assert_eq!(completed_years(birth, date(2028, 2, 29)), 20);
    }

    #[test]
    fn today_follows_the_persons_time_zone() {
        let now: Timestamp = "2026-03-01T03:00:00Z".parse().unwrap();
        let table = [
            ("America/New_York", date(2026, 2, 28), date(2026, 2, 28)),
            ("Asia/Ho_Chi_Minh", date(2026, 3, 1), date(2026, 3, 1)),
            ("", date(2026, 2, 28), date(2026, 3, 1)),
            ("Mars/Olympus_Mons", date(2026, 2, 28), date(2026, 3, 1)),
        ];
        for (zone, earliest, latest) in table {
            assert_eq!(LocalToday::in_zone(zone, now), LocalToday { earliest, latest }, "{zone}");
        }
        let adults = range("18 Years", "");
        let birthday = date(2008, 3, 1);
        assert_eq!(adults.fit(birthday, LocalToday::in_zone("America/New_York", now)), AgeFit::TooYoung);
        assert_eq!(adults.fit(birthday, LocalToday::in_zone("Asia/Ho_Chi_Minh", now)), AgeFit::Fits);
        assert_eq!(adults.fit(birthday, LocalToday::in_any_zone(now)), AgeFit::Fits);
        assert!(!adults.always_admits(birthday, LocalToday::in_any_zone(now)));
    }

    proptest! {
        #[test]
        fn age_fit_only_moves_from_too_young_to_fits_to_too_old(
            days in 0i32..40_000, minimum in 0u16..60, span in 0u16..60,
            unit in prop::sample::select(vec!["Years", "Months", "Weeks", "Days"]),
        ) {
            let birth = date(1920, 1, 1).checked_add(days.days()).unwrap();
            let limits = range(&format!("{minimum} {unit}"), &format!("{} {unit}", minimum + span));
            let mut before = AgeFit::TooYoung;
            for day in (0..45_000).step_by(13) {
                let today = LocalToday::exactly(birth.checked_add(day.days()).unwrap());
                let now = limits.fit(birth, today);
                let moves_on = matches!(
                    (before, now),
                    (AgeFit::TooYoung, _) | (AgeFit::Fits, AgeFit::Fits | AgeFit::TooOld) | (AgeFit::TooOld, AgeFit::TooOld)
                );
                prop_assert!(moves_on, "{before:?} then {now:?}");
                before = now;
            }
        }

        #[test]
        fn age_fit_in_years_agrees_with_search_filter(birth_day in 0i32..40_000, age_days in 0i32..40_000, minimum in 0u16..110) {
            let birth = date(1920, 1, 1).checked_add(birth_day.days()).unwrap();
            let today = birth.checked_add(age_days.days()).unwrap();
            let limits = AgeRange { minimum: Some(Age::years(minimum)), maximum: None };
            let fits = limits.fit(birth, LocalToday::exactly(today)) == AgeFit::Fits;
            prop_assert_eq!(fits, limits.admits(completed_years(birth, today)));
        }
    }
}
