//! The current time. Tests can move or freeze it.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};

/// The system clock with an offset, or a frozen clock.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    offset_seconds: Arc<AtomicI64>,
    frozen_at: Arc<OnceLock<Timestamp>>,
}

/// Returns the time after `span`, in seconds since 1970.
#[must_use]
pub fn unix_time_after(now: Timestamp, span: Duration) -> i64 {
    now.as_second().saturating_add(i64::try_from(span.as_secs()).unwrap_or(i64::MAX))
}

impl Clock {
    /// Returns the current time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let offset_seconds = SignedDuration::from_secs(self.offset_seconds.load(Ordering::Relaxed));
        let base = self.frozen_at.get().copied().unwrap_or_else(Timestamp::now);
        base.saturating_add(offset_seconds).unwrap_or(Timestamp::MAX)
    }

    /// Returns the latest current date anywhere on Earth, so no valid birth date is in the future.
    #[must_use]
    pub fn latest_today(&self) -> Date {
        let fourteen_hours = 14 * 60 * 60;
        let now = self.now();
        Timestamp::from_second(now.as_second() + fourteen_hours).unwrap_or(now).to_zoned(TimeZone::UTC).date()
    }

    /// Returns the current year.
    #[must_use]
    pub fn this_year(&self) -> u16 {
        u16::try_from(self.latest_today().year()).unwrap_or_default()
    }

    /// Moves this clock and all its clones ahead.
    pub fn advance(&self, seconds: i64) {
        self.offset_seconds.fetch_add(seconds, Ordering::Relaxed);
    }

    /// Freezes this clock and all its clones, except for `advance`. Rate limits in tests then don't depend on the
    /// speed of the test.
    pub fn freeze(&self) {
        self.frozen_at.get_or_init(Timestamp::now);
    }
}
