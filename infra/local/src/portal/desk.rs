//! The newest messages that the portal received.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde_json::Value;

/// The maximum number of stored messages.
const MAX_MESSAGES: usize = 500;

/// How the portal answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Mood {
    /// It accepts every message.
    #[default]
    Takes,
    /// It asks the sender to retry later.
    IsBusy,
    /// It rejects messages permanently.
    Refuses,
}

/// A received message.
#[derive(Debug, Clone, PartialEq)]
pub struct Received {
    /// Id of the message.
    pub id: String,
    /// Content of the message.
    pub message: Value,
}

impl Received {
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
pub struct Desk(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    mood: Mood,
    loses_answers: bool,
    received: VecDeque<Received>,
}

impl Desk {
    /// Returns the messages with repetitions, the oldest first.
    #[must_use]
    pub fn received(&self) -> Vec<Received> {
        self.state().received.iter().cloned().collect()
    }

    /// Changes the portal's behavior.
    pub fn set_mood(&self, mood: Mood) {
        self.state().mood = mood;
    }

    /// Sets whether answers are lost after messages were stored.
    pub fn lose_answers(&self, lost: bool) {
        self.state().loses_answers = lost;
    }

    pub(super) fn mood(&self) -> Mood {
        self.state().mood
    }

    pub(super) fn loses_answers(&self) -> bool {
        self.state().loses_answers
    }

    pub(super) fn put(&self, received: Received) {
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
