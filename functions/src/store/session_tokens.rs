//! Session tokens of [browser sessions](super::session): opening, replacing, and ending.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use waypoint_domain::{
    document::DocumentId, participant_number::ParticipantNumber, retention::RetentionPeriod,
};

use super::{
    DataKey, Sessions, StoreError,
    condition::{Condition, Guard},
    item::{Bytes, EXPIRES, Item, document, expiry, fields_of, item_with, json, number, pk_only, text},
    session::{Access, OPEN, Session, SessionLookup, SessionSignUp, no_randomness},
    transaction::{Commit, Tries},
    write::{Write, writes},
};
use crate::session_token::{PageId, SessionToken};

const TOKEN: &str = "TOKEN#";
/// The key prefix of a session, followed by its id.
pub(super) const SESSION: &str = "SESSION#";
const KEY: &str = "key";
const NEXT: &str = "next";
const CURRENT: &str = "token";
const SIGN_UPS: &str = "sign_ups";
/// The most replaced tokens that one request follows.
const MAX_REPLACED: usize = 8;
/// How long requests of other pages may still arrive with a token that was just replaced, in seconds.
const REPLACEMENT_GRACE: i64 = 10;

/// A session, stored under its id.
#[derive(Serialize, Deserialize)]
struct StoredSession {
    /// The hash of the current token.
    token: String,
    #[serde(with = "json")]
    sign_ups: Vec<SessionSignUp>,
    expires_at: i64,
}

/// A session token, stored under its hash.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum StoredToken {
    /// A token that was replaced, and the next one, sealed with it.
    Replaced {
        next: Bytes,
        /// When it was replaced, in Unix seconds.
        #[serde(default)]
        replaced: i64,
        /// The page that replaced it.
        #[serde(skip_serializing_if = "Option::is_none")]
        page: Option<String>,
        expires_at: i64,
    },
    /// A token that may open a session.
    Issued {
        session: String,
        /// The session's key, sealed with the token.
        key: Bytes,
        /// In Unix seconds.
        issued: i64,
        /// The page that it was issued to.
        #[serde(skip_serializing_if = "Option::is_none")]
        page: Option<String>,
        expires_at: i64,
    },
}

/// A session with a new token, and the writes that activate the token.
#[derive(Debug)]
pub(super) struct Renewal {
    pub(super) session: Session,
    pub(super) writes: Vec<Write>,
}

impl Sessions {
    /// Opens a session by its token. A replaced token only opens the session for the page that replaced it.
    pub async fn open(
        &self,
        token: &SessionToken,
        page: Option<&PageId>,
        now: Timestamp,
    ) -> Result<SessionLookup, StoreError> {
        let opened =
            self.follow(token, now, |replaced_by| page.is_some() && replaced_by.as_ref() == page).await?;
        Ok(match opened {
            SessionLookup::JustReplaced if page.is_none() => SessionLookup::Ended,
            opened => opened,
        })
    }

    /// Opens the session that a token leads to, regardless of which page replaced it. The caller must have another
    /// proof that it is the page that had the token.
    pub(super) async fn open_even_if_replaced(
        &self,
        token: &SessionToken,
        now: Timestamp,
    ) -> Result<Option<Session>, StoreError> {
        Ok(match self.follow(token, now, |_| true).await? {
            SessionLookup::Session(session) => Some(session),
            _ => None,
        })
    }

    async fn follow(
        &self,
        token: &SessionToken,
        now: Timestamp,
        may_follow: impl Fn(Option<PageId>) -> bool,
    ) -> Result<SessionLookup, StoreError> {
        let mut token = token.clone();
        for is_first in (0..MAX_REPLACED).map(|place| place == 0) {
            let Some(item) = self.get(&token_key(&token), now).await? else {
                return Ok(if is_first { SessionLookup::Unknown } else { SessionLookup::Ended });
            };
            match fields_of(&item)? {
                StoredToken::Issued { session, key, issued, page, .. } => {
                    return self.session_of(session, (token, &key), (page, issued), now).await;
                }
                StoredToken::Replaced { next, page, .. } if may_follow(page_of(page.as_deref())) => {
                    token = SessionToken::from_bytes(self.unsealed_with(&token, NEXT, &next)?);
                }
                StoredToken::Replaced { replaced, .. } => {
                    let is_new = replaced + REPLACEMENT_GRACE > now.as_second();
                    return Ok(if is_new { SessionLookup::JustReplaced } else { SessionLookup::Ended });
                }
            }
        }
        Ok(SessionLookup::Ended)
    }

    async fn session_of(
        &self,
        id: String,
        (token, key): (SessionToken, &Bytes),
        (page, issued): (Option<String>, i64),
        now: Timestamp,
    ) -> Result<SessionLookup, StoreError> {
        let Some(session) = self.get(&session_key(&id), now).await? else { return Ok(SessionLookup::Ended) };
        let StoredSession { token: current, sign_ups, .. } = fields_of(&session)?;
        if current != token.hash() {
            return Ok(SessionLookup::Ended);
        }
        let key = self.unsealed_with(&token, KEY, key)?;
        let access = Access::Token { token, page: page_of(page.as_deref()), issued };
        Ok(SessionLookup::Session(Session { id, key, access, sign_ups }))
    }

    /// Stores a new session, or replaces the token of a stored one, unless the calling page received the current token
    /// less than an hour ago. `None` if another request replaced the token at the same time.
    pub async fn renew(
        &self,
        session: &Session,
        page: Option<&PageId>,
        now: Timestamp,
    ) -> Result<Option<Session>, StoreError> {
        if session.is_current_for(page, now) {
            return Ok(Some(session.clone()));
        }
        let Renewal { session, writes } = self.renewal(session, page, None, now)?;
        let commit = self.table.transact(writes, "replace a session token").await?;
        Ok((commit == Commit::Accepted).then_some(session))
    }

    /// The session with a new token and optionally one more sign-up. [`Guard::SessionCurrent`] fails if another request
    /// replaced the token at the same time.
    pub(super) fn renewal(
        &self,
        session: &Session,
        page: Option<&PageId>,
        sign_up: Option<SessionSignUp>,
        now: Timestamp,
    ) -> Result<Renewal, StoreError> {
        let until = expiry(RetentionPeriod::BrowserSession, now);
        let (token, issued) = (random_token()?, now.as_second());
        let known = session.sign_ups.clone();
        let sign_ups = sign_up.map_or_else(|| known.clone(), |added| session.with_sign_up(added));
        let (before, replaced) = match &session.access {
            Access::New { sent } => (None, sent.as_ref()),
            Access::Token { token, .. } => (Some(token), Some(token)),
        };
        let page_hash = page.map(|page| page.as_str().to_owned());
        let stored = StoredToken::Issued {
            session: session.id.clone(),
            key: self.sealed_with(&token, KEY, &session.key)?,
            issued,
            page: page_hash.clone(),
            expires_at: until,
        };
        let mut writes = writes![
            self.session_write(&session.id, before, &token, (&known, &sign_ups), until)?
                .guarded_by(Guard::SessionCurrent),
            self.table.put(item_with(pk_only(token_key(&token)), &stored)?),
        ];
        if let Some(replaced) = replaced {
            let stored = StoredToken::Replaced {
                next: self.sealed_with(replaced, NEXT, token.secret())?,
                replaced: issued,
                page: page_hash,
                expires_at: expiry(RetentionPeriod::ReplacedToken, now),
            };
            writes.push(self.table.put(item_with(pk_only(token_key(replaced)), &stored)?).into());
        }
        let access = Access::Token { token, page: page.cloned(), issued };
        Ok(Renewal { session: Session { access, sign_ups, ..session.clone() }, writes })
    }

    fn session_write(
        &self,
        id: &str,
        before: Option<&SessionToken>,
        next: &SessionToken,
        (known, sign_ups): (&[SessionSignUp], &[SessionSignUp]),
        until: i64,
    ) -> Result<Write, StoreError> {
        let key = pk_only(session_key(id));
        let Some(before) = before else {
            let stored = StoredSession { token: next.hash(), sign_ups: sign_ups.to_vec(), expires_at: until };
            return Ok(self.table.put_new(item_with(key, &stored)?).into());
        };
        // The participant may be erased at the same time. The sign-up must not reappear.
        let unchanged = Condition::equals(CURRENT, text(before.hash()))
            .and(Condition::equals(SIGN_UPS, document(&known)?));
        Ok(self
            .table
            .update(key)
            .only_if(unchanged)
            .set(CURRENT, text(next.hash()))
            .set(SIGN_UPS, document(&sign_ups)?)
            .set(EXPIRES, number(until))
            .into())
    }

    fn sealed_with(&self, token: &SessionToken, field: &str, value: &[u8; 32]) -> Result<Bytes, StoreError> {
        self.table.sealer(&key_of(token), &token_key(token)).seal(field, value).map(Bytes)
    }

    fn unsealed_with(
        &self,
        token: &SessionToken,
        field: &str,
        sealed: &Bytes,
    ) -> Result<[u8; 32], StoreError> {
        let opened = self.table.sealer(&key_of(token), &token_key(token)).open(field, &sealed.0)?;
        opened.try_into().map_err(|_| StoreError::unreadable(OPEN))
    }

    /// Ends a session: deletes its items and its tokens.
    pub async fn end(&self, session: &Session) -> Result<(), StoreError> {
        self.remove(session_items(&session.id, session.token().map(token_key).as_deref())).await
    }

    /// Removes a sign-up from a session. A session without other sign-ups ends, and the documents of its drafts are
    /// returned.
    pub(super) async fn forget_sign_up(
        &self,
        pk: &str,
        participant: &ParticipantNumber,
    ) -> Result<Vec<DocumentId>, StoreError> {
        const FORGET: &str = "remove a sign-up from a session";
        let mut tries = Tries::new(FORGET);
        loop {
            tries.begin()?;
            let Some(item) = self.get_even_expired(pk).await? else { return Ok(Vec::new()) };
            let StoredSession { token: current, mut sign_ups, .. } = fields_of(&item)?;
            sign_ups.retain(|open| open.sign_up.participant != *participant);
            if sign_ups.is_empty() {
                let id = pk.strip_prefix(SESSION).unwrap_or_default();
                let items = session_items(id, Some(&format!("{TOKEN}{current}")));
                let documents = self.documents(items.clone()).await?;
                return self.remove(items).await.map(|()| documents);
            }
            let change = self
                .table
                .update(pk_only(pk))
                .only_if(Condition::equals(CURRENT, text(&current)))
                .set(SIGN_UPS, document(&sign_ups)?);
            if change.send(FORGET).await? {
                return Ok(Vec::new());
            }
        }
    }
}

pub(super) fn session_key(id: &str) -> String {
    format!("{SESSION}{id}")
}

/// The expiry of a session's entry for a sign-up that is opened now.
pub(super) fn opened_until(now: Timestamp) -> i64 {
    expiry(RetentionPeriod::Session, now)
}

fn session_items(id: &str, token: Option<&str>) -> Vec<Item> {
    let keys = super::sessions::session_item_keys(id)
        .into_iter()
        .chain([session_key(id)])
        .chain(token.map(str::to_owned));
    keys.map(pk_only).collect()
}

fn token_key(token: &SessionToken) -> String {
    format!("{TOKEN}{}", token.hash())
}

fn page_of(hash: Option<&str>) -> Option<PageId> {
    hash.map(PageId::from_hash)
}

fn key_of(token: &SessionToken) -> DataKey {
    DataKey::derived_from(token.secret(), "waypoint:session")
}

fn random_token() -> Result<SessionToken, StoreError> {
    SessionToken::random().map_err(no_randomness)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;
    use crate::store::item::{bytes, key};

    #[test]
    fn stored_token_keeps_its_attributes() {
        let page = Some("page".to_owned());
        let issued = StoredToken::Issued {
            session: "id".into(),
            key: Bytes(vec![1, 2]),
            issued: 3,
            page: page.clone(),
            expires_at: 4,
        };
        let replaced = StoredToken::Replaced { next: Bytes(vec![5]), replaced: 6, page: None, expires_at: 7 };
        let expected: [(StoredToken, &[(&str, _)]); 2] = [
            (
                issued,
                &[
                    ("session", text("id")),
                    ("key", bytes(vec![1, 2])),
                    ("issued", number(3)),
                    ("page", text("page")),
                    (EXPIRES, number(4)),
                ],
            ),
            (replaced, &[("next", bytes(vec![5])), ("replaced", number(6)), (EXPIRES, number(7))]),
        ];
        for (token, attributes) in expected {
            let item = item_with(key("TOKEN#", "0"), &token).unwrap();
            let attributes = attributes.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
            assert_eq!(item, attributes.chain(key("TOKEN#", "0")).collect::<Item>());
            assert_eq!(fields_of::<StoredToken>(&item).unwrap(), token);
        }
    }
}
