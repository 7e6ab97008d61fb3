//! Session tokens of [browser sessions](super::session): opening, replacing, and ending.

use jiff::Timestamp;
use waypoint_domain::{
    document::DocumentId, participant_number::ParticipantNumber, retention::RetentionPeriod,
};

use super::{
    DataKey, Sealer, Sessions, StoreError,
    condition::Condition,
    item::{
        EXPIRES, Item, PK, bytes, bytes_of, document, document_of, number, number_of, pk_only, text, text_of,
    },
    session::{Access, OPEN, Session, SessionLookup, SessionSignUp, no_randomness},
    sessions::{MAX_TRIES, unix_time_after},
    transaction::{Commit, Guard, transact},
    write::Write,
};
use crate::session_token::{PageId, SessionToken};

const TOKEN: &str = "TOKEN#";
/// The key prefix of a session, followed by its id.
pub(super) const SESSION: &str = "SESSION#";
const ID: &str = "session";
const KEY: &str = "key";
const PAGE: &str = "page";
const ISSUED: &str = "issued";
const NEXT: &str = "next";
const REPLACED: &str = "replaced";
const CURRENT: &str = "token";
const SIGN_UPS: &str = "sign_ups";
/// The most replaced tokens that one request follows.
const MAX_REPLACED: usize = 8;
/// How long requests of other pages may still arrive with a token that was just replaced, in seconds.
const REPLACEMENT_GRACE: i64 = 10;

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
            let page = text_of(&item, PAGE).map(PageId::from_hash);
            let Some(next) = bytes_of(&item, NEXT) else {
                return self.session_of(token, &item, page, now).await;
            };
            if !may_follow(page) {
                let replaced = number_of(&item, REPLACED).unwrap_or_default();
                let is_new = replaced + REPLACEMENT_GRACE > now.as_second();
                return Ok(if is_new { SessionLookup::JustReplaced } else { SessionLookup::Ended });
            }
            token = SessionToken::from_bytes(self.unsealed_with(&token, NEXT, next)?);
        }
        Ok(SessionLookup::Ended)
    }

    async fn session_of(
        &self,
        token: SessionToken,
        item: &Item,
        page: Option<PageId>,
        now: Timestamp,
    ) -> Result<SessionLookup, StoreError> {
        let unreadable = || StoreError::unreadable(OPEN);
        let id = text_of(item, ID).ok_or_else(unreadable)?;
        let Some(session) = self.get(&session_key(id), now).await? else { return Ok(SessionLookup::Ended) };
        if text_of(&session, CURRENT) != Some(token.hash().as_str()) {
            return Ok(SessionLookup::Ended);
        }
        let key = self.unsealed_with(&token, KEY, bytes_of(item, KEY).ok_or_else(unreadable)?)?;
        let issued = number_of(item, ISSUED).ok_or_else(unreadable)?;
        let sign_ups = document_of(&session, SIGN_UPS)?;
        let access = Access::Token { token, page, issued };
        Ok(SessionLookup::Session(Session { id: id.to_owned(), key, access, sign_ups }))
    }

    /// Stores a new session, or replaces its token unless the calling page already has a current one. `None` if
    /// another request replaced the token at the same time.
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
        let commit = transact(&self.client, writes, "replace a session token").await?;
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
        let until = unix_time_after(now, RetentionPeriod::BrowserSession.duration());
        let (token, issued) = (random_token()?, now.as_second());
        let known = session.sign_ups.clone();
        let sign_ups = sign_up.map_or_else(|| known.clone(), |added| session.with_sign_up(added));
        let (before, replaced) = match &session.access {
            Access::New { sent } => (None, sent.as_ref()),
            Access::Token { token, .. } => (Some(token), Some(token)),
        };
        let mut writes = vec![
            self.session_write(&session.id, before, &token, (&known, &sign_ups), until)?
                .guarded_by(Guard::SessionCurrent),
            Write::put(&self.table, self.token_item(session, &token, page, issued, until)?),
        ];
        if let Some(replaced) = replaced {
            writes.push(Write::put(&self.table, self.replaced_item(replaced, &token, page, now)?));
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
        let sign_ups = document(&sign_ups)?;
        let Some(before) = before else {
            let item = Item::from([
                (PK.to_owned(), text(session_key(id))),
                (CURRENT.to_owned(), text(next.hash())),
                (SIGN_UPS.to_owned(), sign_ups),
                (EXPIRES.to_owned(), number(until)),
            ]);
            return Ok(Write::put_new(&self.table, item));
        };
        // The participant may be erased at the same time. The sign-up must not reappear.
        let unchanged = Condition::equals(CURRENT, text(before.hash()))
            .and(Condition::equals(SIGN_UPS, document(&known)?));
        Ok(Write::update(&self.table, pk_only(session_key(id)))
            .only_if(unchanged)
            .set(CURRENT, text(next.hash()))
            .set(SIGN_UPS, sign_ups)
            .set(EXPIRES, number(until)))
    }

    fn token_item(
        &self,
        session: &Session,
        token: &SessionToken,
        page: Option<&PageId>,
        issued: i64,
        until: i64,
    ) -> Result<Item, StoreError> {
        let mut item = Item::from([
            (PK.to_owned(), text(token_key(token))),
            (ID.to_owned(), text(&session.id)),
            (KEY.to_owned(), bytes(self.sealed_with(token, KEY, &session.key)?)),
            (ISSUED.to_owned(), number(issued)),
            (EXPIRES.to_owned(), number(until)),
        ]);
        item.extend(page.map(|page| (PAGE.to_owned(), text(page.as_str()))));
        Ok(item)
    }

    fn replaced_item(
        &self,
        replaced: &SessionToken,
        next: &SessionToken,
        page: Option<&PageId>,
        now: Timestamp,
    ) -> Result<Item, StoreError> {
        let mut item = Item::from([
            (PK.to_owned(), text(token_key(replaced))),
            (NEXT.to_owned(), bytes(self.sealed_with(replaced, NEXT, next.secret())?)),
            (REPLACED.to_owned(), number(now.as_second())),
            (EXPIRES.to_owned(), number(unix_time_after(now, RetentionPeriod::ReplacedToken.duration()))),
        ]);
        item.extend(page.map(|page| (PAGE.to_owned(), text(page.as_str()))));
        Ok(item)
    }

    fn sealed_with(
        &self,
        token: &SessionToken,
        field: &str,
        value: &[u8; 32],
    ) -> Result<Vec<u8>, StoreError> {
        Sealer::new(&key_of(token), &self.table, &token_key(token)).seal(field, value)
    }

    fn unsealed_with(
        &self,
        token: &SessionToken,
        field: &str,
        sealed: &[u8],
    ) -> Result<[u8; 32], StoreError> {
        let opened = Sealer::new(&key_of(token), &self.table, &token_key(token)).open(field, sealed)?;
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
        for _ in 0..MAX_TRIES {
            let Some(item) = self.get_even_expired(pk).await? else { return Ok(Vec::new()) };
            let current = text_of(&item, CURRENT).unwrap_or_default();
            let mut sign_ups: Vec<SessionSignUp> = document_of(&item, SIGN_UPS)?;
            sign_ups.retain(|open| open.sign_up.participant != *participant);
            if sign_ups.is_empty() {
                let id = pk.strip_prefix(SESSION).unwrap_or_default();
                let items = session_items(id, Some(&format!("{TOKEN}{current}")));
                let documents = self.documents(items.clone()).await?;
                return self.remove(items).await.map(|()| documents);
            }
            let change = Write::update(&self.table, pk_only(pk))
                .only_if(Condition::equals(CURRENT, text(current)))
                .set(SIGN_UPS, document(&sign_ups)?);
            if change.send(&self.client, FORGET).await? {
                return Ok(Vec::new());
            }
        }
        Err(StoreError::new(FORGET, "too many concurrent writes"))
    }
}

/// The key of a session.
pub(super) fn session_key(id: &str) -> String {
    format!("{SESSION}{id}")
}

/// The expiry of a session's entry for a sign-up that is opened now.
pub(super) fn opened_until(now: Timestamp) -> i64 {
    unix_time_after(now, RetentionPeriod::Session.duration())
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

fn key_of(token: &SessionToken) -> DataKey {
    DataKey::derived_from(token.secret(), "waypoint:session")
}

fn random_token() -> Result<SessionToken, StoreError> {
    SessionToken::random().map_err(no_randomness)
}
