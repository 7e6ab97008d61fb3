//! The retry schedule of outbox messages.

use std::time::Duration;

/// The most attempts for a message. They span more than five days, so an outage over a weekend loses no message.
pub const MAX_ATTEMPTS: u32 = 17;
/// The wait after the first failure. Each further wait is four times as long.
const FIRST_WAIT: Duration = Duration::from_mins(1);
/// The longest wait between two attempts.
const MAX_WAIT: Duration = Duration::from_hours(12);

/// How an attempt failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// A later attempt may succeed.
    Transient,
    /// No attempt will ever succeed.
    Permanent,
}

/// How long to keep retrying a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetryLimit {
    /// Until [`MAX_ATTEMPTS`] attempts failed. After that, an operator must check the message.
    MaxAttempts,
    /// As long as the message is stored.
    WhileStored,
}

/// The next step for a message after a failed attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetryDecision {
    /// Retry after this time.
    RetryIn(Duration),
    /// Stop trying.
    GiveUp,
}

/// Returns the next step for a message after its attempt number `tries` failed.
#[must_use]
pub fn retry_decision(failure: Failure, tries: u32, patience: RetryLimit) -> RetryDecision {
    let is_exhausted = patience == RetryLimit::MaxAttempts && tries >= MAX_ATTEMPTS;
    if failure == Failure::Permanent || is_exhausted {
        return RetryDecision::GiveUp;
    }
    let wait = FIRST_WAIT.saturating_mul(4_u32.saturating_pow(tries.saturating_sub(1)));
    RetryDecision::RetryIn(wait.min(MAX_WAIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minutes(tries: u32, patience: RetryLimit) -> Option<u64> {
        match retry_decision(Failure::Transient, tries, patience) {
            RetryDecision::RetryIn(wait) => Some(wait.as_secs() / 60),
            RetryDecision::GiveUp => None,
        }
    }

    #[test]
    fn waits_grow_to_half_a_day_until_message_is_given_up_after_five_days() {
        let waits: Vec<_> = (1..=8).map(|tries| minutes(tries, RetryLimit::MaxAttempts)).collect();
        let grown = [1, 4, 16, 64, 256, 720, 720, 720].map(Some);
        assert_eq!(waits, grown);
        assert_eq!(minutes(MAX_ATTEMPTS, RetryLimit::MaxAttempts), None);
        let total: u64 = (1..MAX_ATTEMPTS).filter_map(|tries| minutes(tries, RetryLimit::MaxAttempts)).sum();
        assert!(total / 60 / 24 >= 5, "{total}");
    }

    #[test]
    fn message_that_must_arrive_is_retried_while_stored() {
        assert_eq!(minutes(1_000, RetryLimit::WhileStored), Some(720));
    }

    #[test]
    fn final_failure_is_given_up_at_once() {
        assert_eq!(retry_decision(Failure::Permanent, 1, RetryLimit::WhileStored), RetryDecision::GiveUp);
    }
}
