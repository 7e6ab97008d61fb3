//! Subscriptions to news, in the Participants table. A subscription, its data key, its messages, and its guard are
//! one collection ([`super::subscription_items`]). No news is sent before the owner of the address confirms.
//! Unconfirmed subscriptions expire.

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use jiff::Timestamp;
use waypoint_domain::{
    news::{KnownState, News, Subject},
    participant::Email,
    personal::Personal,
    retention::RetentionPeriod,
};
use waypoint_keys::Fingerprints;

use super::{
    DataKey, Message, Sessions, StoreError,
    condition::{Condition, Guard},
    item::{EXPIRES, Item, PK, SK, bytes, bytes_of, key, number, number_of, text, text_of},
    outbox_items::{STATE, daily_message_update},
    sessions::unix_time_after,
    subscription_items::{
        ADDRESS, CONFIRMED, GUARDED_BY, KEY, KNOWN, NEWS, OWNER, SUBJECT, SUBSCRIPTION, TOLD_AT, VERSION,
        WRAPPED, guard_item, guard_key, key_item, message_item, news_item, partition, set_expiry,
        unconfirmed_item,
    },
    table::{DUE, Table, WAITS_FOR},
    transaction::Commit,
    write::Write,
};
use crate::{external::keys::Keys, news_link::SubscriptionId, store::WaitingMessage};

/// How many times to try to store a subscription when other writes interfere.
const TRIES: u32 = 4;

/// The subscriptions in the Participants table.
#[derive(Debug, Clone)]
pub struct Subscriptions {
    pub(super) table: Table,
}

/// A request to subscribe, as received.
#[derive(Debug)]
pub struct SubscriptionRequest<'a> {
    /// The id of the new subscription.
    pub id: SubscriptionId,
    /// The address, which may not be the caller's own.
    pub address: &'a Personal<Email>,
    /// The study or search.
    pub subject: &'a Subject,
    /// The known state of the subject, if available.
    pub known_state: Option<KnownState>,
    /// Fingerprints of address and subject, which identify an existing subscription. The current one is first.
    pub guards: Fingerprints,
    /// A fingerprint of the captcha challenge.
    pub captcha: String,
    /// Whether the request may cause a mail to the address.
    pub may_send: bool,
    /// The key that seals the subscription.
    pub data_key: DataKey,
    /// The same key, wrapped by the key service.
    pub wrapped_key: Vec<u8>,
}

/// Whether the owner of the address has confirmed the subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubscriptionState {
    /// Unconfirmed.
    Unconfirmed,
    /// Confirmed.
    Confirmed,
}

/// A decrypted subscription.
#[derive(Debug, Clone)]
pub struct Subscription {
    /// The subscription's id.
    pub id: SubscriptionId,
    /// Whether it is confirmed.
    pub state: SubscriptionState,
    /// The recipient of news.
    pub address: Personal<Email>,
    /// The study or search.
    pub subject: Subject,
    /// The state of the subject when the last message was written.
    pub known_state: Option<KnownState>,
    /// When the last news was written.
    pub last_news: Option<Timestamp>,
    version: i64,
    data_key: DataKey,
}

impl Subscriptions {
    /// Creates a client for the table with this name.
    #[must_use]
    pub fn new(client: Client, table: impl Into<String>) -> Self {
        Self { table: Table::new(client, table) }
    }

    /// The name under which the data key of a subscription is wrapped.
    #[must_use]
    pub fn key_name(id: &SubscriptionId) -> String {
        partition(id)
    }

    /// Stores a request until the owner of the address confirms it. Repeating a request creates no second
    /// subscription, but sends another message, at most once a day. Returns false if the captcha challenge was
    /// already used. After an error, nothing is written.
    pub async fn request(
        &self,
        sessions: &Sessions,
        wish: &SubscriptionRequest<'_>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        for _ in 0..TRIES {
            let mut writes = vec![sessions.captcha_write(&wish.captcha, now)];
            match self.existing_subscription(&wish.guards, now).await? {
                None => writes.extend(self.new_subscription(wish, now)?),
                Some(id) => writes.extend(self.repeated_request(&id, wish.may_send, now).await?),
            }
            match self.table.transact(writes, "store a subscription").await? {
                Commit::Accepted => return Ok(true),
                Commit::Refused(Guard::CaptchaUnused) => return Ok(false),
                Commit::Refused(_) | Commit::Conflict => {}
            }
        }
        Err(StoreError::new("store a subscription", "too many concurrent writes"))
    }

    fn new_subscription(
        &self,
        wish: &SubscriptionRequest<'_>,
        now: Timestamp,
    ) -> Result<Vec<Write>, StoreError> {
        let guard = wish.guards.current();
        let place = partition(&wish.id);
        let sealer = self.table.sealer(&wish.data_key, &place);
        let content = (wish.address.reveal(), wish.subject, wish.known_state.as_ref());
        let mut writes = vec![
            self.table.put(guard_item(guard, &wish.id, now)).only_if(Condition::absent_or_expired(now)),
            self.table.put_new(unconfirmed_item(&sealer, &wish.id, guard, content, now)?),
            self.table.put_new(key_item(&wish.id, &wish.wrapped_key, now)),
        ];
        if wish.may_send {
            writes.push(self.table.put_new(message_item(&wish.id, Message::ConfirmNews, now)));
        }
        Ok(writes)
    }

    async fn repeated_request(
        &self,
        id: &SubscriptionId,
        may_send: bool,
        now: Timestamp,
    ) -> Result<Vec<Write>, StoreError> {
        let Some(item) = self.item(id, now).await? else { return Ok(Vec::new()) };
        let message = match state_of(&item) {
            SubscriptionState::Unconfirmed => Message::ConfirmNews,
            SubscriptionState::Confirmed => Message::NewsAlready,
        };
        let mut writes = vec![self.table.check(key(partition(id), SUBSCRIPTION), Condition::EXISTS)];
        if may_send {
            writes.push(daily_message_update(&self.table, partition(id), message, now));
        }
        Ok(writes)
    }

    /// Confirms a subscription. Returns false if it has expired, was stopped, or is already confirmed.
    pub async fn confirm(&self, id: &SubscriptionId, now: Timestamp) -> Result<bool, StoreError> {
        let Some(item) = self.item(id, now).await? else { return Ok(false) };
        let Some(guard) = text_of(&item, GUARDED_BY) else { return Ok(false) };
        // Confirmed subscriptions expire, too, so that forgotten addresses are not kept forever.
        let end = unix_time_after(now, RetentionPeriod::Subscription.duration());
        let writes = vec![
            set_expiry(&self.table, key(partition(id), SUBSCRIPTION), end)
                .only_if(Condition::EXISTS.and(Condition::Lacks(STATE)))
                .set(STATE, text(CONFIRMED))
                .set(WAITS_FOR, text(NEWS))
                .set(DUE, number(now.as_second()))
                .add(VERSION, number(1)),
            set_expiry(&self.table, key(partition(id), KEY), end),
            set_expiry(&self.table, guard_key(guard), end),
        ];
        Ok(self.table.transact(writes, "confirm a subscription").await? == Commit::Accepted)
    }

    /// One page of at most `most` subscriptions that are due for a check, and the start of the next page.
    pub async fn due(
        &self,
        until: Timestamp,
        most: i32,
        from: Option<NextPage>,
    ) -> Result<(Vec<SubscriptionId>, Option<NextPage>), StoreError> {
        let page = (most, from.map(|NextPage(key)| key));
        let operation = "find due subscriptions";
        let (items, next) = self.table.due(NEWS, until, page, operation).await?;
        let ids = items.iter().filter_map(|item| text_of(item, PK)?.strip_prefix("NEWS#")?.parse().ok());
        Ok((ids.collect(), next.map(NextPage)))
    }

    /// Decrypts a subscription. `None` if it has expired or was stopped.
    pub async fn get(
        &self,
        keys: &Keys,
        id: &SubscriptionId,
        now: Timestamp,
    ) -> Result<Option<Subscription>, StoreError> {
        let unreadable = || StoreError::unreadable("read a subscription");
        let items = self.items(id).await?;
        let named = |name| items.iter().find(|item| text_of(item, SK) == Some(name));
        let (Some(item), Some(key)) = (named(SUBSCRIPTION).filter(|item| is_live(item, now)), named(KEY))
        else {
            return Ok(None);
        };
        let place = partition(id);
        let data_key = keys.unwrap_data_key(bytes_of(key, WRAPPED).ok_or_else(unreadable)?, &place).await?;
        let sealer = self.table.sealer(&data_key, &place);
        Ok(Some(Subscription {
            id: id.clone(),
            state: state_of(item),
            address: Personal::new(sealer.open_json(ADDRESS, bytes_of(item, ADDRESS))?),
            subject: sealer.open_json(SUBJECT, bytes_of(item, SUBJECT))?,
            known_state: bytes_of(item, KNOWN)
                .map(|known| sealer.open_json(KNOWN, Some(known)))
                .transpose()?,
            last_news: number_of(item, TOLD_AT).and_then(|at| Timestamp::from_second(at).ok()),
            version: number_of(item, VERSION).ok_or_else(unreadable)?,
            data_key: data_key.clone(),
        }))
    }

    /// Decrypts the news in a message.
    pub fn news_of(&self, subscription: &Subscription, message: &WaitingMessage) -> Result<News, StoreError> {
        let place = partition(&subscription.id);
        let sealer = self.table.sealer(&subscription.data_key, &place);
        sealer.open_json(message.field(), message.details.as_deref())
    }

    /// Stores the new state of the subject, the time of the next check, and a message with news, all or nothing.
    /// Returns false if the subscription has changed since it was read.
    pub async fn store_check(
        &self,
        subscription: &Subscription,
        known: Option<&KnownState>,
        news: Option<&News>,
        next_check_in: Duration,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let place = partition(&subscription.id);
        let sealer = self.table.sealer(&subscription.data_key, &place);
        let mut change = self
            .table
            .update(key(&place, SUBSCRIPTION))
            .only_if(Condition::equals(VERSION, number(subscription.version)))
            .set(DUE, number(unix_time_after(now, next_check_in)))
            .add(VERSION, number(1));
        if let Some(known) = known {
            change = change.set(KNOWN, bytes(sealer.seal_json(KNOWN, known)?));
        }
        let mut writes = Vec::new();
        if let Some(news) = news {
            change = change.set(TOLD_AT, number(now.as_second()));
            writes.push(self.table.put_new(news_item(&sealer, &subscription.id, news, now)?));
        }
        writes.push(change);
        Ok(self.table.transact(writes, "update a subscription").await? == Commit::Accepted)
    }

    async fn existing_subscription(
        &self,
        guards: &Fingerprints,
        now: Timestamp,
    ) -> Result<Option<SubscriptionId>, StoreError> {
        for guard in guards.accepted() {
            let item = self.read(guard_key(guard)).await?.filter(|item| is_live(item, now));
            if let Some(id) = item.and_then(|item| text_of(&item, OWNER)?.parse().ok()) {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }

    async fn item(&self, id: &SubscriptionId, now: Timestamp) -> Result<Option<Item>, StoreError> {
        Ok(self.read(key(partition(id), SUBSCRIPTION)).await?.filter(|item| is_live(item, now)))
    }

    async fn read(&self, key: Item) -> Result<Option<Item>, StoreError> {
        self.table.item(key, "read a subscription").await
    }

    pub(super) async fn items(&self, id: &SubscriptionId) -> Result<Vec<Item>, StoreError> {
        self.table.items((partition(id), ""), "read a subscription").await
    }
}

/// The start of the next page of due items.
#[derive(Debug, Clone)]
pub struct NextPage(pub(super) Item);

pub(super) fn is_live(item: &Item, now: Timestamp) -> bool {
    number_of(item, EXPIRES).is_some_and(|end| end > now.as_second())
}

fn state_of(item: &Item) -> SubscriptionState {
    match text_of(item, STATE) {
        Some(CONFIRMED) => SubscriptionState::Confirmed,
        _ => SubscriptionState::Unconfirmed,
    }
}
