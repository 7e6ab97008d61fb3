//! How fresh the registry's records are, counted when a release is built from them (D-508).

use jiff::{ToSpan, civil::Date};
use serde::{Deserialize, Serialize};
use waypoint_domain::partial_date::PartialDate;

/// How many days a record counts as updated recently.
const RECENT_DAYS: i32 = 90;

/// The number of records, and of those that were updated in the last 90 days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegistryFigures {
    /// The day on which they were counted, in UTC.
    pub counted_on: Date,
    /// The day until which the registry's changes were read, if it is known.
    pub read_until: Option<Date>,
    /// The number of records.
    pub records: u64,
    /// The number of records that were updated recently.
    pub updated_recently: u64,
}

impl RegistryFigures {
    /// Starts to count on this day.
    #[must_use]
    pub fn starting(counted_on: Date, read_until: Option<Date>) -> Self {
        Self { counted_on, read_until, records: 0, updated_recently: 0 }
    }

    /// Counts a record by the day of its last update. A date without a day is the first day of its month or year.
    pub fn count(&mut self, last_updated: Option<PartialDate>) {
        let since = self.counted_on.saturating_sub(RECENT_DAYS.days());
        self.records += 1;
        self.updated_recently += u64::from(last_updated.is_some_and(|day| day.first_day() >= since));
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn record_counts_as_updated_recently_for_ninety_days() {
        for (day, is_recent) in [
            (Some("2026-11-28"), 1),
            (Some("2026-08-30"), 1),
            (Some("2026-08-29"), 0),
            (Some("2026-11"), 1),
            (None, 0),
        ] {
            let mut figures = RegistryFigures::starting(date(2026, 11, 28), None);
            figures.count(day.and_then(|day| day.parse().ok()));
            assert_eq!((figures.records, figures.updated_recently), (1, is_recent), "{day:?}");
        }
    }
}
