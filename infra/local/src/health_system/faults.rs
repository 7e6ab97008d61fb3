//! What can be wrong with the answers of a health system.

use std::sync::{Arc, Mutex, PoisonError};

/// Something that is wrong with the answers to searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The first answers are 429, and ask to wait.
    Busy {
        /// How many.
        times: u32,
    },
    /// The first answers are 503.
    Stumbling {
        /// How many.
        times: u32,
    },
    /// Nothing comes, for longer than anybody waits.
    Hangs,
    /// The connection breaks in the middle of an answer.
    Cut,
    /// An answer is no JSON.
    Malformed,
    /// An answer is larger than anybody reads.
    Huge,
    /// Each page leads to itself.
    Loop,
    /// A page leads to another server.
    ForeignNext,
    /// The token ends when the first page has been read.
    EndsTheToken,
    /// Pages hold another person's resources, too.
    MixesPeople,
}

/// The fault of a system; none at first. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Faults {
    fault: Arc<Mutex<Option<Fault>>>,
    answers: Arc<Mutex<u32>>,
}

impl Faults {
    /// From now on, this is wrong.
    pub fn set(&self, fault: Option<Fault>) {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = fault;
        *self.answers.lock().unwrap_or_else(PoisonError::into_inner) = 0;
    }

    /// What is wrong.
    #[must_use]
    pub fn fault(&self) -> Option<Fault> {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts an answer, and says how many there were before.
    pub(super) fn count(&self) -> u32 {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        *answers += 1;
        *answers - 1
    }
}
