//! Browser sessions.
//!
//! A session has a random id, under which everything that its browser holds is stored: drafts, a launch, records, and
//! which sign-ups it may open. A browser knows its session by a session token. The token is replaced whenever the browser
//! gains something, and a replaced token opens nothing, so a copy that somebody made earlier is worth nothing. What a
//! session holds is sealed with the session's own key, which stays when the token changes.
//!
//! | Item | Holds |
//! |---|---|
//! | `TOKEN#hash` | the session's id, and its key sealed with the token; once replaced, the next token sealed with this one |
//! | `SESSION#id` | the hash of the token that opens it, and its sign-ups |
//!
//! A replaced token still leads the page that replaced it to the session, because the response with the next token may
//! never have arrived. Other pages don't know that page's id.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use waypoint_domain::{participant_number::ParticipantNumber, study_number::StudyNumber};

use super::{DataKey, StoreError};
use crate::{
    secret::hex,
    session_token::{PageId, SessionToken},
};

pub(super) const OPEN: &str = "open a session";

/// Sign-ups of one session; the oldest goes first.
const MOST_SIGN_UPS: usize = 10;
/// How long a page keeps one token, in seconds.
const LONGEST_USE: i64 = 60 * 60;

/// A sign-up, by its numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignUpRef {
    /// The participant's number.
    pub participant: ParticipantNumber,
    /// The participant's other id.
    pub sys_id: String,
    /// The study.
    pub study_number: StudyNumber,
}

impl SignUpRef {
    /// Whether this is the participant's number or their other id.
    #[must_use]
    pub fn is_called(&self, id: &str) -> bool {
        id == self.sys_id || id.parse().as_ref() == Ok(&self.participant)
    }
}

/// A sign-up that a session may open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionSignUp {
    /// The sign-up.
    pub sign_up: SignUpRef,
    /// A fingerprint of the address, the study, and the person's name and birth date.
    pub person: String,
    /// When a link of a mail opened it in this session, in seconds since 1970.
    #[serde(default)]
    pub returned: Option<i64>,
    /// Until when the session may open it, in seconds since 1970.
    pub until: i64,
}

/// A session that a browser's token opened, or a new one.
#[derive(Debug, Clone)]
pub struct Session {
    pub(super) id: String,
    pub(super) key: [u8; 32],
    pub(super) access: Access,
    pub(super) sign_ups: Vec<SessionSignUp>,
}

/// How a browser opens a session.
#[derive(Debug, Clone)]
pub(super) enum Access {
    /// Not at all yet. Perhaps it sent a token that the store doesn't know: the captcha gives one.
    New { sent: Option<SessionToken> },
    /// By a token that a page got at a time, in seconds since 1970.
    Token { token: SessionToken, page: Option<PageId>, issued: i64 },
}

/// What a token opens.
#[derive(Debug)]
pub enum Opened {
    /// This session.
    Session(Session),
    /// Nothing any more: another page of the browser has just got the next token, which this page's next request will carry.
    /// A client that is no page of ours is not told so.
    JustReplaced,
    /// Nothing any more.
    Ended,
    /// Nothing: the store doesn't know the token.
    Unknown,
}

impl Session {
    /// A new session of a browser that sent a token which the store doesn't know, or none.
    pub fn begin(sent: Option<SessionToken>) -> Result<Self, StoreError> {
        let mut random = [0; 48];
        getrandom::fill(&mut random).map_err(no_randomness)?;
        let (id, key) = random.split_at(16);
        let key = key.try_into().map_err(|_| StoreError::of(OPEN, "wrong key length"))?;
        Ok(Self { id: hex(id), key, access: Access::New { sent }, sign_ups: Vec::new() })
    }

    /// The id under which everything of the session is stored. It stays when the token is replaced.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The token that opens it; nothing before it is stored.
    #[must_use]
    pub const fn token(&self) -> Option<&SessionToken> {
        match &self.access {
            Access::New { .. } => None,
            Access::Token { token, .. } => Some(token),
        }
    }

    /// The newest sign-up that fits, of those that the session may still open.
    #[must_use]
    pub fn sign_up_that(&self, fits: impl Fn(&SignUpRef) -> bool, now: Timestamp) -> Option<&SessionSignUp> {
        self.open_sign_ups(now).rev().find(|open| fits(&open.sign_up))
    }

    /// The sign-ups that the session may still open, the newest last.
    #[must_use]
    pub fn open_sign_ups(&self, now: Timestamp) -> impl DoubleEndedIterator<Item = &SessionSignUp> {
        self.sign_ups.iter().filter(move |open| open.until > now.as_second())
    }

    /// The sign-ups with one more, which takes the place of an earlier one of the same participant.
    pub(super) fn with(&self, added: SessionSignUp) -> Vec<SessionSignUp> {
        let is_other = |open: &&SessionSignUp| open.sign_up.participant != added.sign_up.participant;
        let mut all: Vec<_> = self.sign_ups.iter().filter(is_other).cloned().collect();
        all.push(added);
        all.drain(..all.len().saturating_sub(MOST_SIGN_UPS));
        all
    }

    /// A key that only the session's browser can have.
    pub(super) fn data_key(&self, purpose: &str) -> DataKey {
        DataKey::derived_from(&self.key, purpose)
    }

    /// Whether this page may go on with the token that it has.
    pub(super) fn is_kept_by(&self, page: Option<&PageId>, now: Timestamp) -> bool {
        match &self.access {
            Access::Token { page: Some(known), issued, .. } => {
                Some(known) == page && issued + LONGEST_USE > now.as_second()
            }
            _ => false,
        }
    }
}

pub(super) fn no_randomness(_: getrandom::Error) -> StoreError {
    StoreError::of(OPEN, "no randomness")
}
