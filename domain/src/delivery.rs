//! When a message that could not be handed over is tried again, and when it is given up.

use std::time::Duration;

/// How often a message is tried before it is given up: for more than five days, so that a weekend loses nothing.
pub const MOST_TRIES: u32 = 17;
/// The wait after the first failure; it grows fourfold each time.
const FIRST_WAIT: Duration = Duration::from_mins(1);
/// No wait is longer.
const LONGEST_WAIT: Duration = Duration::from_hours(12);

/// How a try failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// It may go well another time.
    Passing,
    /// It never will.
    Final,
}

/// How long a message is worth trying.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// For some days: after that somebody has to look at it.
    SomeDays,
    /// As long as it is kept.
    AsLongAsKept,
}

/// What becomes of a message after a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Afterwards {
    /// It is tried again after this time.
    TryAgainIn(Duration),
    /// It is given up.
    GiveUp,
}

/// What becomes of a message whose `tries`-th try failed.
#[must_use]
pub fn after(failure: Failure, tries: u32, patience: Patience) -> Afterwards {
    let is_tried_enough = patience == Patience::SomeDays && tries >= MOST_TRIES;
    if failure == Failure::Final || is_tried_enough {
        return Afterwards::GiveUp;
    }
    let wait = FIRST_WAIT.saturating_mul(4_u32.saturating_pow(tries.saturating_sub(1)));
    Afterwards::TryAgainIn(wait.min(LONGEST_WAIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minutes(tries: u32, patience: Patience) -> Option<u64> {
        match after(Failure::Passing, tries, patience) {
            Afterwards::TryAgainIn(wait) => Some(wait.as_secs() / 60),
            Afterwards::GiveUp => None,
        }
    }

    #[test]
    fn waits_grow_to_half_a_day_until_a_message_is_given_up_after_more_than_five_days() {
        let waits: Vec<_> = (1..=8).map(|tries| minutes(tries, Patience::SomeDays)).collect();
        let grown = [1, 4, 16, 64, 256, 720, 720, 720].map(Some);
        assert_eq!(waits, grown);
        assert_eq!(minutes(MOST_TRIES, Patience::SomeDays), None);
        let all: u64 = (1..MOST_TRIES).filter_map(|tries| minutes(tries, Patience::SomeDays)).sum();
        assert!(all / 60 / 24 >= 5, "{all}");
    }

    #[test]
    fn what_has_to_be_told_is_tried_as_long_as_it_is_kept() {
        assert_eq!(minutes(1_000, Patience::AsLongAsKept), Some(720));
    }

    #[test]
    fn what_never_goes_well_is_given_up_at_once() {
        assert_eq!(after(Failure::Final, 1, Patience::AsLongAsKept), Afterwards::GiveUp);
    }
}
