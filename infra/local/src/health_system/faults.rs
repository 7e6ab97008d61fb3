//! Faulty and delayed answers of a health system.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::oneshot;

/// A fault of the system's answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The first answers have status 429 and a `Retry-After` header.
    Busy {
        /// Number of answers.
        times: u32,
    },
    /// The first answers have status 503.
    Stumbling {
        /// Number of answers.
        times: u32,
    },
    /// No answer comes within any timeout.
    Hangs,
    /// The answer comes byte by byte, too slowly for any timeout.
    Trickles,
    /// The connection breaks in the middle of an answer.
    ConnectionLost,
    /// An answer is not JSON.
    Malformed,
    /// An answer is larger than clients accept.
    Huge,
    /// An answer has more entries than clients accept.
    TooMany,
    /// An answer contains only an `OperationOutcome` with an error.
    OutcomeAlone,
    /// Each page links to itself as the next one.
    Loop,
    /// A page links to another server.
    ForeignNext,
    /// The token expires after the first page.
    EndsTheToken,
    /// Pages also contain another person's resources.
    MixesPeople,
    /// One kind of resource is forbidden.
    Refuses {
        /// The kind of resource.
        kind: &'static str,
        /// Status of the rejection.
        status: u16,
    },
    /// All resources are forbidden.
    RefusesAll,
    /// The system knows all scopes but one.
    UnknownScope {
        /// The scope.
        scope: &'static str,
    },
    /// Requests to revoke a token are never answered.
    RevocationHangs,
    /// Pages contain another person's resources. Of every `every` answers, one is busy, one is not JSON, one is cut
    /// off, and one revokes the token.
    Mishaps {
        /// Number of answers per round.
        every: u32,
    },
}

/// The fault of a system, and the hold on its next answer; neither at first. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Faults {
    fault: Arc<Mutex<Option<Fault>>>,
    answers: Arc<Mutex<u32>>,
    held: Arc<Mutex<Option<Hold>>>,
}

#[derive(Debug)]
struct Hold {
    arrived: oneshot::Sender<()>,
    released: oneshot::Receiver<()>,
}

/// An answer that is held back until it is released.
#[derive(Debug)]
pub struct HeldAnswer {
    arrived: oneshot::Receiver<()>,
    released: oneshot::Sender<()>,
}

impl HeldAnswer {
    /// Waits until a request has reached the held answer.
    pub async fn reached(&mut self) {
        // The sender lives as long as the fault settings.
        let _ = (&mut self.arrived).await;
    }

    /// Releases the answer.
    pub fn release(self) {
        // If the caller has disconnected, there is nothing to release.
        let _ = self.released.send(());
    }
}

impl Faults {
    /// Sets the fault of all answers from now on.
    pub fn set(&self, fault: Option<Fault>) {
        *lock(&self.fault) = fault;
        *lock(&self.answers) = 0;
    }

    /// Holds back the next answer to a search.
    #[must_use]
    pub fn hold_next_answer(&self) -> HeldAnswer {
        let (arrived_sender, arrived) = oneshot::channel();
        let (released_sender, released) = oneshot::channel();
        *lock(&self.held) = Some(Hold { arrived: arrived_sender, released });
        HeldAnswer { arrived, released: released_sender }
    }

    /// Waits while this answer is held back.
    pub(super) async fn wait(&self) {
        let held = lock(&self.held).take();
        if let Some(Hold { arrived, released }) = held {
            let _ = arrived.send(());
            let _ = released.await;
        }
    }

    /// Returns the current fault.
    #[must_use]
    pub fn fault(&self) -> Option<Fault> {
        *lock(&self.fault)
    }

    /// Counts an answer and returns the number of earlier ones.
    pub(super) fn count(&self) -> u32 {
        let mut answers = lock(&self.answers);
        *answers += 1;
        *answers - 1
    }
}

fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
