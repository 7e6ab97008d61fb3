//! Working days: Monday to Friday without the federal holidays of the United States (5 U.S.C. 6103).

use jiff::{
    ToSpan,
    civil::{Date, Weekday},
};

/// The working day that is this many working days after a date. The date itself doesn't count.
pub(crate) fn add_working_days(date: Date, count: u8) -> Date {
    let mut day = date;
    for _ in 0..count {
        day = day.saturating_add(1.day());
        while !is_working_day(day) && day < Date::MAX {
            day = day.saturating_add(1.day());
        }
    }
    day
}

/// The number of working days after a date, up to and including a later one, but at most this many.
pub(crate) fn working_days_between(date: Date, later: Date, most: u8) -> u8 {
    // The day that is `count` working days after a date is the first one with this number.
    (0..most)
        .take_while(|passed| add_working_days(date, passed.saturating_add(1)) <= later)
        .count()
        .try_into()
        .unwrap_or(most)
}

/// Whether people work on this day.
pub(crate) fn is_working_day(date: Date) -> bool {
    !matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday) && !is_federal_holiday(date)
}

/// The rule for the date of a holiday.
enum Holiday {
    /// A day of a month. On a Saturday, the Friday before is free, and on a Sunday, the Monday after.
    On(i8, i8),
    /// A weekday of a month, counted from its start, or from its end if negative.
    Nth(i8, Weekday, i8),
}

const FEDERAL_HOLIDAYS: [Holiday; 11] = [
    // New Year's Day
    Holiday::On(1, 1),
    // Birthday of Martin Luther King, Jr.
    Holiday::Nth(3, Weekday::Monday, 1),
    // Washington's Birthday
    Holiday::Nth(3, Weekday::Monday, 2),
    // Memorial Day
    Holiday::Nth(-1, Weekday::Monday, 5),
    // Juneteenth
    Holiday::On(6, 19),
    // Independence Day
    Holiday::On(7, 4),
    // Labor Day
    Holiday::Nth(1, Weekday::Monday, 9),
    // Columbus Day
    Holiday::Nth(2, Weekday::Monday, 10),
    // Veterans Day
    Holiday::On(11, 11),
    // Thanksgiving Day
    Holiday::Nth(4, Weekday::Thursday, 11),
    // Christmas Day
    Holiday::On(12, 25),
];

/// Whether federal offices are closed for a holiday on this day.
fn is_federal_holiday(date: Date) -> bool {
    // New Year's Day on a Saturday is observed on the last day of the year before.
    let years = [date.year(), date.year().saturating_add(1)];
    FEDERAL_HOLIDAYS.iter().any(|holiday| years.iter().any(|year| holiday.observed_in(*year) == Some(date)))
}

impl Holiday {
    fn observed_in(&self, year: i16) -> Option<Date> {
        match *self {
            Self::On(month, day) => {
                let date = Date::new(year, month, day).ok()?;
                match date.weekday() {
                    Weekday::Saturday => date.yesterday().ok(),
                    Weekday::Sunday => date.tomorrow().ok(),
                    _ => Some(date),
                }
            }
            Self::Nth(nth, weekday, month) => {
                Date::new(year, month, 1).ok()?.nth_weekday_of_month(nth, weekday).ok()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn federal_holidays_of_2026_and_2027_match_the_published_ones() {
        let of_year = |year| {
            let days = std::iter::successors(Some(date(year, 1, 1)), |day| day.tomorrow().ok());
            let days = days.take_while(|day| day.year() == year).filter(|day| is_federal_holiday(*day));
            days.map(|day| day.strftime("%m-%d").to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(of_year(2026), "01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25");
        assert_eq!(of_year(2027), "01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31");
    }

    #[test]
    fn working_days_between_dates_skip_weekends_and_holidays() {
        let thursday = date(2026, 11, 19);
        for (later, expected) in [
            (date(2026, 11, 18), 0),
            (thursday, 0),
            (date(2026, 11, 20), 1),
            (date(2026, 11, 22), 1),
            (date(2026, 11, 23), 2),
            // The day after is Thanksgiving.
            (date(2026, 11, 25), 4),
            (date(2026, 11, 26), 4),
            (date(2026, 11, 27), 5),
            (date(2027, 11, 27), 9),
        ] {
            assert_eq!(working_days_between(thursday, later, 9), expected, "{later}");
        }
    }

    #[test]
    fn last_date_has_no_later_working_day() {
        assert_eq!(add_working_days(Date::MAX, 30), Date::MAX);
    }
}
