//! What time it is. Tests set it.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};

/// The system's clock, moved by some seconds, or one that stands still.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    ahead: Arc<AtomicI64>,
    held: Arc<OnceLock<Timestamp>>,
}

/// A moment from now, in seconds since 1970.
#[must_use]
pub fn after(now: Timestamp, span: Duration) -> i64 {
    now.as_second().saturating_add(i64::try_from(span.as_secs()).unwrap_or(i64::MAX))
}

impl Clock {
    /// Now.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let ahead = SignedDuration::from_secs(self.ahead.load(Ordering::Relaxed));
        let base = self.held.get().copied().unwrap_or_else(Timestamp::now);
        base.saturating_add(ahead).unwrap_or(Timestamp::MAX)
    }

    /// The latest date that it is anywhere on Earth, so that nobody's birthday lies in the future.
    #[must_use]
    pub fn latest_today(&self) -> Date {
        let fourteen_hours = 14 * 60 * 60;
        let now = self.now();
        Timestamp::from_second(now.as_second() + fourteen_hours).unwrap_or(now).to_zoned(TimeZone::UTC).date()
    }

    /// The year in which we are.
    #[must_use]
    pub fn this_year(&self) -> u16 {
        u16::try_from(self.latest_today().year()).unwrap_or_default()
    }

    /// Moves this clock, and every clone of it, ahead.
    pub fn move_ahead(&self, seconds: i64) {
        self.ahead.fetch_add(seconds, Ordering::Relaxed);
    }

    /// Lets this clock, and every clone of it, stand still until it is moved ahead, so that what is counted
    /// within a time does not depend on how fast a test runs.
    pub fn hold(&self) {
        self.held.get_or_init(Timestamp::now);
    }
}
