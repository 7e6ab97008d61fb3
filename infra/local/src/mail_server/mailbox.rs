//! The newest received mails.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::message::ReceivedMail;

/// The maximum number of stored mails.
const MAX_MAILS: usize = 200;

/// How the server behaves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Behavior {
    /// It accepts mail.
    #[default]
    Accepts,
    /// It asks the client to retry later.
    Busy,
    /// It rejects the recipient.
    Rejects,
    /// It never answers.
    Silent,
    /// It accepts the mail, and hangs up before it confirms that.
    HangsUp,
}

/// A mailbox in memory, and the behavior of its server. Clones share the same mailbox.
#[derive(Debug, Clone, Default)]
pub struct Mailbox(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    mood: Behavior,
    mails: VecDeque<ReceivedMail>,
    received: usize,
}

impl Mailbox {
    /// Returns the mails with their numbers, the oldest first.
    #[must_use]
    pub fn mails(&self) -> Vec<(usize, ReceivedMail)> {
        let state = self.state();
        let first = state.received - state.mails.len();
        state.mails.iter().cloned().enumerate().map(|(index, mail)| (first + index + 1, mail)).collect()
    }

    /// Returns the mails to an address, the oldest first.
    #[must_use]
    pub fn to(&self, address: &str) -> Vec<ReceivedMail> {
        self.mails().into_iter().map(|(_, mail)| mail).filter(|mail| mail.to == address).collect()
    }

    /// Changes the server's behavior.
    pub fn set_behavior(&self, mood: Behavior) {
        self.state().mood = mood;
    }

    pub(super) fn behavior(&self) -> Behavior {
        self.state().mood
    }

    pub(super) fn put(&self, mail: ReceivedMail) {
        let mut state = self.state();
        state.received += 1;
        state.mails.push_back(mail);
        if state.mails.len() > MAX_MAILS {
            state.mails.pop_front();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
