//! The newest messages that the portal received.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use jiff::Timestamp;
use serde_json::Value;
use waypoint_functions::clock::Clock;

/// The maximum number of stored messages.
const MAX_MESSAGES: usize = 500;

/// How the portal answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Behavior {
    /// It accepts every message.
    #[default]
    Accepts,
    /// It asks the sender to retry later.
    Busy,
    /// It rejects messages permanently.
    Rejects,
}

/// A message that the portal received and verified.
#[derive(Debug, Clone, PartialEq)]
pub struct ReceivedMessage {
    /// Id of the message.
    pub id: String,
    /// Content of the message.
    pub message: Value,
}

impl ReceivedMessage {
    /// Returns the event type, such as `participant.signed_up`.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.message["type"].as_str().unwrap_or_default()
    }

    /// Returns the participant number.
    #[must_use]
    pub fn participant(&self) -> &str {
        self.message["data"]["participant"].as_str().unwrap_or_default()
    }
}

/// The state of the portal. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct ReceivedMessages(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    mood: Behavior,
    loses_answers: bool,
    clock: Clock,
    received: VecDeque<ReceivedMessage>,
}

impl ReceivedMessages {
    /// Returns the messages with repetitions, the oldest first.
    #[must_use]
    pub fn received(&self) -> Vec<ReceivedMessage> {
        self.state().received.iter().cloned().collect()
    }

    /// Changes the portal's behavior.
    pub fn set_behavior(&self, mood: Behavior) {
        self.state().mood = mood;
    }

    /// Sets whether answers are lost after messages were stored.
    pub fn set_drops_answers(&self, lost: bool) {
        self.state().loses_answers = lost;
    }

    /// Reads the time from this clock, which a test may move.
    pub fn follow(&self, clock: Clock) {
        self.state().clock = clock;
    }

    pub(super) fn now(&self) -> Timestamp {
        self.state().clock.now()
    }

    pub(super) fn behavior(&self) -> Behavior {
        self.state().mood
    }

    pub(super) fn drops_answers(&self) -> bool {
        self.state().loses_answers
    }

    pub(super) fn put(&self, received: ReceivedMessage) {
        let mut state = self.state();
        state.received.push_back(received);
        if state.received.len() > MAX_MESSAGES {
            state.received.pop_front();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
