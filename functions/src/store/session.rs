//! Browser sessions.
//!
//! A session has a random id. Everything that belongs to a browser is stored under it: drafts, a pending launch,
//! medical records, and the list of sign-ups that it may open. A browser identifies its session by a session token.
//! The token is replaced after each request that adds data to the session, unless the same page received the current
//! token less than an hour ago. A request that creates, corrects, or opens a sign-up always replaces it. A replaced
//! token opens nothing, so an earlier copy of the token is worthless. Values of the session are sealed with its own
//! key, which stays the same when the token changes.
//!
//! | Item | Content |
//! |---|---|
//! | `TOKEN#hash` | the session's id and its key, sealed with the token; once replaced, the next token, sealed with this one |
//! | `SESSION#id` | the hash of the current token, and the sign-ups |
//!
//! A replaced token still leads the page that replaced it to the session, because the response with the new token
//! may have been lost. Other pages don't know that page's id.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use waypoint_domain::{participant_number::ParticipantNumber, study_number::StudyNumber};

use super::{DataKey, StoreError};
use crate::{
    secret::hex,
    session_token::{PageId, SessionToken},
};

pub(super) const OPEN: &str = "open a session";

/// The most sign-ups in one session. The oldest is dropped first.
const MAX_SIGN_UPS: usize = 10;
/// How long a page keeps one token, in seconds. Its next request that adds data then replaces the token.
const MAX_TOKEN_USE: i64 = 60 * 60;

/// A sign-up, by its numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignUpRef {
    /// The participant's number.
    pub participant: ParticipantNumber,
    /// The participant's other id.
    pub sys_id: String,
    pub study_number: StudyNumber,
}

impl SignUpRef {
    /// Whether `id` is the participant's number or their other id.
    #[must_use]
    pub fn has_id(&self, id: &str) -> bool {
        id == self.sys_id || id.parse().as_ref() == Ok(&self.participant)
    }
}

/// A sign-up that a session may open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionSignUp {
    pub sign_up: SignUpRef,
    /// A fingerprint of the address, the study, and the person's name and birth date.
    pub person: String,
    /// When a mailed link opened it in this session, in Unix seconds.
    #[serde(default)]
    pub returned: Option<i64>,
    /// The expiry of this entry, in Unix seconds.
    pub until: i64,
}

/// A session that a token opened, or a new one.
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
    /// None yet. `sent` is an unknown token that the browser sent, such as one from the captcha endpoint.
    New { sent: Option<SessionToken> },
    /// A token, the page that it was issued to, and when, in Unix seconds.
    Token { token: SessionToken, page: Option<PageId>, issued: i64 },
}

/// The result of opening a session by its token.
#[derive(Debug)]
pub enum SessionLookup {
    /// The token opens this session.
    Session(Session),
    /// Another page of the browser has just received a new token, which this page's next request will carry. Only
    /// returned to pages of the site.
    JustReplaced,
    /// The session has ended, or the token was replaced.
    Ended,
    /// The store doesn't know the token.
    Unknown,
}

impl Session {
    /// Creates a session for a browser without a known token.
    pub fn begin(sent: Option<SessionToken>) -> Result<Self, StoreError> {
        let mut random = [0; 48];
        getrandom::fill(&mut random).map_err(no_randomness)?;
        let (id, key) = random.split_at(16);
        let key = key.try_into().map_err(|_| StoreError::new(OPEN, "wrong key length"))?;
        Ok(Self { id: hex(id), key, access: Access::New { sent }, sign_ups: Vec::new() })
    }

    /// The id under which all items of the session are stored. It never changes.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The session token. `None` until the session is stored.
    #[must_use]
    pub const fn token(&self) -> Option<&SessionToken> {
        match &self.access {
            Access::New { .. } => None,
            Access::Token { token, .. } => Some(token),
        }
    }

    /// The newest sign-up that fits, among those that the session may open.
    #[must_use]
    pub fn find_sign_up(&self, fits: impl Fn(&SignUpRef) -> bool, now: Timestamp) -> Option<&SessionSignUp> {
        self.open_sign_ups(now).rev().find(|open| fits(&open.sign_up))
    }

    /// The sign-ups that the session may open, newest last.
    #[must_use]
    pub fn open_sign_ups(&self, now: Timestamp) -> impl DoubleEndedIterator<Item = &SessionSignUp> {
        self.sign_ups.iter().filter(move |open| open.until > now.as_second())
    }

    /// The sign-ups with one more, which replaces an earlier entry for the same participant.
    pub(super) fn with_sign_up(&self, added: SessionSignUp) -> Vec<SessionSignUp> {
        let is_other = |open: &&SessionSignUp| open.sign_up.participant != added.sign_up.participant;
        let mut sign_ups: Vec<_> = self.sign_ups.iter().filter(is_other).cloned().collect();
        sign_ups.push(added);
        sign_ups.drain(..sign_ups.len().saturating_sub(MAX_SIGN_UPS));
        sign_ups
    }

    /// Derives a key that only this session has.
    pub(super) fn data_key(&self, purpose: &str) -> DataKey {
        DataKey::derived_from(&self.key, purpose)
    }

    /// Whether this page received the current token less than an hour ago. Then it keeps the token.
    pub(super) fn is_current_for(&self, page: Option<&PageId>, now: Timestamp) -> bool {
        match &self.access {
            Access::Token { page: Some(known), issued, .. } => {
                Some(known) == page && issued + MAX_TOKEN_USE > now.as_second()
            }
            _ => false,
        }
    }
}

pub(super) fn no_randomness(_: getrandom::Error) -> StoreError {
    StoreError::new(OPEN, "no randomness")
}
