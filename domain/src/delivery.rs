//! The retry schedule of outbox messages.

use std::time::Duration;

/// The most attempts for a message. They span more than five days, so an outage over a weekend loses no message.
pub const MOST_TRIES: u32 = 17;
/// The wait after the first failure. Each further wait is four times as long.
const FIRST_WAIT: Duration = Duration::from_mins(1);
/// The longest wait between two attempts.
const LONGEST_WAIT: Duration = Duration::from_hours(12);

/// How an attempt failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// A later attempt may succeed.
    Passing,
    /// No attempt will ever succeed.
    Final,
}

/// How long to keep retrying a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// Until [`MOST_TRIES`] attempts failed. After that, an operator must check the message.
    SomeDays,
    /// As long as the message is stored.
    AsLongAsKept,
}

/// The next step for a message after a failed attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Afterwards {
    /// Retry after this time.
    TryAgainIn(Duration),
    /// Stop trying.
    GiveUp,
}

/// Returns the next step for a message after its attempt number `tries` failed.
#[must_use]
pub fn after(failure: Failure, tries: u32, patience: Patience) -> Afterwards {
    let is_exhausted = patience == Patience::SomeDays && tries >= MOST_TRIES;
    if failure == Failure::Final || is_exhausted {
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
    fn waits_grow_to_half_a_day_until_message_is_given_up_after_five_days() {
        let waits: Vec<_> = (1..=8).map(|tries| minutes(tries, Patience::SomeDays)).collect();
        let grown = [1, 4, 16, 64, 256, 720, 720, 720].map(Some);
        assert_eq!(waits, grown);
        assert_eq!(minutes(MOST_TRIES, Patience::SomeDays), None);
        let total: u64 = (1..MOST_TRIES).filter_map(|tries| minutes(tries, Patience::SomeDays)).sum();
        assert!(total / 60 / 24 >= 5, "{total}");
    }

    #[test]
    fn message_that_must_arrive_is_retried_while_stored() {
        assert_eq!(minutes(1_000, Patience::AsLongAsKept), Some(720));
    }

    #[test]
    fn final_failure_is_given_up_at_once() {
        assert_eq!(after(Failure::Final, 1, Patience::AsLongAsKept), Afterwards::GiveUp);
    }
}
