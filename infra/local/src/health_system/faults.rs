//! What can be wrong with the answers of a health system, and when they come.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::oneshot;

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
    /// An answer comes byte by byte, for longer than anybody waits.
    Trickles,
    /// The connection breaks in the middle of an answer.
    Cut,
    /// An answer is no JSON.
    Malformed,
    /// An answer is larger than anybody reads.
    Huge,
    /// An answer has more entries than anybody reads.
    TooMany,
    /// An answer says that something went wrong, and has nothing else.
    OutcomeAlone,
    /// Each page leads to itself.
    Loop,
    /// A page leads to another server.
    ForeignNext,
    /// The token ends when the first page has been read.
    EndsTheToken,
    /// Pages hold another person's resources, too.
    MixesPeople,
    /// Nobody is given a kind of resource.
    Refuses {
        /// The kind.
        kind: &'static str,
        /// The status with which it is refused.
        status: u16,
    },
    /// Nobody is given any resource.
    RefusesAll,
    /// Pages hold another person's resources, and of every so many answers one is busy, one no JSON, one is cut, and one ends
    /// the token.
    Mishaps {
        /// How many.
        every: u32,
    },
}

/// The fault of a system, and what holds its answers back; neither at first. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Faults {
    fault: Arc<Mutex<Option<Fault>>>,
    answers: Arc<Mutex<u32>>,
    held: Arc<Mutex<Option<Holding>>>,
}

#[derive(Debug)]
struct Holding {
    has_come: oneshot::Sender<()>,
    goes_on: oneshot::Receiver<()>,
}

/// An answer that is held back until it is let go.
#[derive(Debug)]
pub struct Held {
    has_come: oneshot::Receiver<()>,
    goes_on: oneshot::Sender<()>,
}

impl Held {
    /// Waits until somebody waits for the answer.
    pub async fn is_waited_for(&mut self) {
        // Whoever holds it back is there as long as this is.
        let _ = (&mut self.has_come).await;
    }

    /// Lets the answer go.
    pub fn let_go(self) {
        // Nobody waits for it any more when the caller has gone.
        let _ = self.goes_on.send(());
    }
}

impl Faults {
    /// From now on, this is wrong.
    pub fn set(&self, fault: Option<Fault>) {
        *with(&self.fault) = fault;
        *with(&self.answers) = 0;
    }

    /// Holds the next answer to a search back.
    #[must_use]
    pub fn hold_next(&self) -> Held {
        let (come, has_come) = oneshot::channel();
        let (go, goes_on) = oneshot::channel();
        *with(&self.held) = Some(Holding { has_come: come, goes_on });
        Held { has_come, goes_on: go }
    }

    /// Waits as long as this answer is held back.
    pub(super) async fn wait(&self) {
        let held = with(&self.held).take();
        if let Some(Holding { has_come, goes_on }) = held {
            let _ = has_come.send(());
            let _ = goes_on.await;
        }
    }

    /// What is wrong.
    #[must_use]
    pub fn fault(&self) -> Option<Fault> {
        *with(&self.fault)
    }

    /// Counts an answer, and says how many there were before.
    pub(super) fn count(&self) -> u32 {
        let mut answers = with(&self.answers);
        *answers += 1;
        *answers - 1
    }
}

fn with<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
