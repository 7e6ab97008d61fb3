//! What has come to the portal, the newest of it.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde_json::Value;

/// How many messages are kept.
const MOST: usize = 500;

/// How the portal answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Mood {
    /// It takes every message.
    #[default]
    Takes,
    /// It asks to come back later.
    IsBusy,
    /// It refuses for good.
    Refuses,
}

/// A message that has come.
#[derive(Debug, Clone, PartialEq)]
pub struct Received {
    /// Its id.
    pub id: String,
    /// What it says.
    pub message: Value,
}

impl Received {
    /// What it is about, such as `participant.signed_up`.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.message["type"].as_str().unwrap_or_default()
    }

    /// The participant's number.
    #[must_use]
    pub fn participant(&self) -> &str {
        self.message["data"]["participant"].as_str().unwrap_or_default()
    }
}

/// The portal's desk. Clones are the same desk.
#[derive(Debug, Clone, Default)]
pub struct Desk(Arc<Mutex<Inside>>);

#[derive(Debug, Default)]
struct Inside {
    mood: Mood,
    loses_answers: bool,
    received: VecDeque<Received>,
}

impl Desk {
    /// The messages, the oldest first, each as often as it came.
    #[must_use]
    pub fn received(&self) -> Vec<Received> {
        self.inside().received.iter().cloned().collect()
    }

    /// Lets the portal be in another mood from now on.
    pub fn set_mood(&self, mood: Mood) {
        self.inside().mood = mood;
    }

    /// Lets answers be lost, or not, after messages were taken.
    pub fn lose_answers(&self, lost: bool) {
        self.inside().loses_answers = lost;
    }

    pub(super) fn mood(&self) -> Mood {
        self.inside().mood
    }

    pub(super) fn loses_answers(&self) -> bool {
        self.inside().loses_answers
    }

    pub(super) fn put(&self, received: Received) {
        let mut inside = self.inside();
        inside.received.push_back(received);
        if inside.received.len() > MOST {
            inside.received.pop_front();
        }
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
