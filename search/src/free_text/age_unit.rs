//! The unit of an age, and its limit.

use std::ops::Range;

use waypoint_domain::age::{Age, AgeUnit};

use super::{
    age_words::UNITS,
    reading::{Found, Reading},
};

/// The highest age that is accepted.
pub(super) const OLDEST: Age = Age::years(120);

/// Returns the unit at a token, and where it ends.
pub(super) fn unit_at(reading: &Reading, at: usize) -> Option<(AgeUnit, usize)> {
    reading.longest_at(at, &UNITS).map(|(length, unit)| (*unit, at + length))
}

/// Returns an age, or `None` if it is above [`OLDEST`].
pub(super) fn found(value: u32, unit: AgeUnit, tokens: Range<usize>) -> Option<Found<Age>> {
    let value = Age::new(u16::try_from(value).ok()?, unit);
    (value.end_day() <= OLDEST.end_day()).then_some(Found { value, tokens })
}
