//! Erasure requests: their states, and the details that identify a sign-up.

mod details;

use jiff::Timestamp;

pub use details::{ErasureDetails, folded_name};

/// The state of an erasure request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErasureState {
    /// A person who knows the details has requested the erasure. The link in the email is valid until `until`.
    Requested {
        /// When the link expires, exclusive.
        until: Timestamp,
    },
    /// The owner of the email address has confirmed. This can't be undone: the erasure resumes after any interruption until
    /// all data is erased.
    Verified,
    /// All data is erased.
    Erased,
    /// The request erases nothing.
    Refused,
}

/// An event that changes the state of a [`ErasureState`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErasureEvent {
    /// A person confirms on the page that the link opens.
    Confirmed,
    /// All data has been erased.
    NothingLeft,
}

impl ErasureState {
    /// Returns the state after an event. An event that doesn't apply leaves the state unchanged. Using a link again is
    /// refused.
    #[must_use]
    pub fn apply(self, event: ErasureEvent, now: Timestamp) -> Self {
        match (self, event) {
            (Self::Requested { until }, ErasureEvent::Confirmed) if now < until => Self::Verified,
            (Self::Verified, ErasureEvent::NothingLeft) => Self::Erased,
            (Self::Requested { .. } | Self::Erased | Self::Refused, ErasureEvent::Confirmed) => Self::Refused,
            (Self::Verified, ErasureEvent::Confirmed) | (_, ErasureEvent::NothingLeft) => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn deletion_is_requested_then_verified_then_erased_or_refused() {
        use ErasureEvent::{Confirmed, NothingLeft};
        use ErasureState::{Erased, Refused, Requested, Verified};
        let open = Requested { until: at(100) };
        let table = [
            (open, Confirmed, 99, Verified),
            (open, Confirmed, 100, Refused),
            (open, Confirmed, 101, Refused),
            (open, NothingLeft, 50, open),
            (Verified, Confirmed, 99, Verified),
            (Verified, Confirmed, 100_000, Verified),
            (Verified, NothingLeft, 100_000, Erased),
            (Erased, Confirmed, 99, Refused),
            (Erased, NothingLeft, 99, Erased),
            (Refused, Confirmed, 0, Refused),
            (Refused, NothingLeft, 0, Refused),
        ];
        for (before, event, now, after) in table {
            assert_eq!(before.apply(event, at(now)), after, "{before:?} {event:?} at {now}");
        }
    }
}
