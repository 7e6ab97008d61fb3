//! A mail before it is addressed: its recipient, its text, and the limits that it counts against.

use waypoint_domain::{participant::Email, personal::Personal};

use crate::letters::{Letter, Parts};

/// The most mails per day for a subject at one address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MailLimit {
    pub(super) subject: String,
    pub(super) max_per_day: u32,
}

#[derive(Debug)]
pub(super) struct Draft {
    pub(super) to: Personal<Email>,
    /// Where answers go, if not to the sender.
    pub(super) reply_to: Option<Personal<Email>>,
    pub(super) subject: String,
    pub(super) text: Personal<String>,
    /// The address that stops such mails with one click. Mails that answer an action have none.
    pub(super) one_click_stop: Option<String>,
    pub(super) limits: Vec<MailLimit>,
}

impl Draft {
    /// A letter that counts against the limit of its kind.
    pub(super) fn of_letter(to: Personal<Email>, letter: Letter, parts: &Parts) -> Self {
        Self {
            to,
            reply_to: None,
            subject: letter.subject(parts),
            text: Personal::new(letter.text(parts)),
            one_click_stop: None,
            limits: vec![MailLimit::of_letter(letter)],
        }
    }
}

impl MailLimit {
    pub(super) fn of_letter(letter: Letter) -> Self {
        Self { subject: format!("{letter:?}"), max_per_day: letter.daily_limit() }
    }
}
