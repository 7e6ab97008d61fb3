//! The mails that have come, the newest of them.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{Mood, ReceivedMail};

/// How many mails are kept.
const MOST: usize = 200;

/// A mailbox in memory, and the mood of its server. Clones are the same mailbox.
#[derive(Debug, Clone, Default)]
pub struct Mailbox(Arc<Mutex<Inside>>);

#[derive(Debug, Default)]
struct Inside {
    mood: Mood,
    mails: VecDeque<ReceivedMail>,
    came: usize,
}

impl Mailbox {
    /// The mails, the oldest first, each with its number.
    #[must_use]
    pub fn mails(&self) -> Vec<(usize, ReceivedMail)> {
        let inside = self.inside();
        let first = inside.came - inside.mails.len();
        inside.mails.iter().cloned().enumerate().map(|(place, mail)| (first + place + 1, mail)).collect()
    }

    /// The mails to an address, the oldest first.
    #[must_use]
    pub fn to(&self, address: &str) -> Vec<ReceivedMail> {
        self.mails().into_iter().map(|(_, mail)| mail).filter(|mail| mail.to == address).collect()
    }

    /// Lets the server be in another mood from now on.
    pub fn set_mood(&self, mood: Mood) {
        self.inside().mood = mood;
    }

    pub(super) fn mood(&self) -> Mood {
        self.inside().mood
    }

    pub(super) fn put(&self, mail: ReceivedMail) {
        let mut inside = self.inside();
        inside.came += 1;
        inside.mails.push_back(mail);
        if inside.mails.len() > MOST {
            inside.mails.pop_front();
        }
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
