//! Being forgotten: how a request to erase a sign-up goes on, and what it is recognized by.

mod details;

use jiff::Timestamp;

pub use details::{DeletionDetails, folded_name};

/// How far the erasure of a sign-up has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deletion {
    /// Somebody who knows the details has asked for it. The link in the mail works until this moment.
    Requested {
        /// The first moment at which it works no longer.
        until: Timestamp,
    },
    /// The owner of the address has confirmed. From here on there is no way back: erasing goes on until nothing is left,
    /// whatever interrupts it.
    Verified,
    /// Nothing is left.
    Erased,
    /// Nothing was erased, and nothing will be because of this request.
    Refused,
}

/// What happens to a deletion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeletionEvent {
    /// Somebody presses the button behind the link.
    Confirmed,
    /// All of it has been erased.
    NothingLeft,
}

impl Deletion {
    /// How it stands after something has happened at a moment. What makes no sense leaves it as it is; a link that was
    /// used is refused.
    #[must_use]
    pub fn after(self, event: DeletionEvent, now: Timestamp) -> Self {
        match (self, event) {
            (Self::Requested { until }, DeletionEvent::Confirmed) if now < until => Self::Verified,
            (Self::Verified, DeletionEvent::NothingLeft) => Self::Erased,
            (Self::Requested { .. } | Self::Erased | Self::Refused, DeletionEvent::Confirmed) => {
                Self::Refused
            }
            (Self::Verified, DeletionEvent::Confirmed) | (_, DeletionEvent::NothingLeft) => self,
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
    fn a_deletion_goes_from_requested_to_verified_to_erased_or_is_refused() {
        use Deletion::{Erased, Refused, Requested, Verified};
        use DeletionEvent::{Confirmed, NothingLeft};
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
            assert_eq!(before.after(event, at(now)), after, "{before:?} {event:?} at {now}");
        }
    }
}
