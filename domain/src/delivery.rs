//! When a message that could not be handed over is tried again, and when it is given up.

use std::time::Duration;

/// How often a message is tried before it is given up.
pub const MOST_TRIES: u32 = 8;
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
pub fn after(failure: Failure, tries: u32) -> Afterwards {
    if failure == Failure::Final || tries >= MOST_TRIES {
        return Afterwards::GiveUp;
    }
    let wait = FIRST_WAIT.saturating_mul(4_u32.saturating_pow(tries.saturating_sub(1)));
    Afterwards::TryAgainIn(wait.min(LONGEST_WAIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_until_a_message_is_given_up() {
        let minutes = |tries| match after(Failure::Passing, tries) {
            Afterwards::TryAgainIn(wait) => Some(wait.as_secs() / 60),
            Afterwards::GiveUp => None,
        };
        let waits: Vec<_> = (1..=9).map(minutes).collect();
        assert_eq!(
            waits,
            [Some(1), Some(4), Some(16), Some(64), Some(256), Some(720), Some(720), None, None]
        );
    }

    #[test]
    fn what_never_goes_well_is_given_up_at_once() {
        assert_eq!(after(Failure::Final, 1), Afterwards::GiveUp);
    }
}
