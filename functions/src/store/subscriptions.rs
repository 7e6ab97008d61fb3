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
    DataKey, Message, NextPage, Sessions, StoreError, SubscriptionState,
    condition::{Condition, Guard},
    item::{
        Bytes, EXPIRES, Item, bytes, bytes_of, expiry, item_named, item_with, key, number, text, text_of,
        unix_time_after,
    },
    linked_collection::{KEY, WRAPPED, is_live},
    outbox_items::{DETAILS, STATE, daily_message_update, message_sort_key, new_message},
    subscription_items::{
        ADDRESS, CONFIRMED, KNOWN, LAST_MESSAGE_AT, NEWS, OWNER, PARTITION, SUBJECT, SUBSCRIPTION,
        SUBSCRIPTION_GUARD, StoredSubscription, VERSION, collection, guard_key, partition,
    },
    table::{DUE, Table, WAITS_FOR},
    transaction::{Commit, Tries},
    write::{Put, Write, writes},
};
use crate::{external::keys::Keys, news_link::SubscriptionId, store::WaitingMessage};

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
        let mut tries = Tries::new("store a subscription");
        loop {
            tries.begin()?;
            let mut writes = writes![sessions.captcha_write(&wish.captcha, now)];
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
    }

    fn new_subscription(
        &self,
        wish: &SubscriptionRequest<'_>,
        now: Timestamp,
    ) -> Result<Vec<Write>, StoreError> {
        let (guard, place) = (wish.guards.current(), partition(&wish.id));
        let sealer = self.table.sealer(&wish.data_key, &place);
        let known = wish.known_state.as_ref().map(|known| sealer.seal_json(KNOWN, known).map(Bytes));
        let expires_at = expiry(RetentionPeriod::UnconfirmedSubscription, now);
        let stored = StoredSubscription {
            address: Bytes(sealer.seal_json(ADDRESS, wish.address.reveal())?),
            subject: Bytes(sealer.seal_json(SUBJECT, wish.subject)?),
            known: known.transpose()?,
            guard: guard.to_owned(),
            version: 1,
            state: SubscriptionState::Unconfirmed,
            last_message_at: None,
            expires_at,
        };
        let mut writes = writes![
            self.table
                .put(guard_key(guard))
                .only_if(Condition::absent_or_expired(now))
                .set(OWNER, text(wish.id.to_string()))
                .set(EXPIRES, number(expires_at)),
            self.table.put_new(item_with(key(&place, SUBSCRIPTION), &stored)?),
            self.table
                .put_new(key(&place, KEY))
                .set(WRAPPED, bytes(wish.wrapped_key.clone()))
                .set(EXPIRES, number(expires_at)),
        ];
        if wish.may_send {
            writes.push(self.message(&wish.id, Message::ConfirmNews, now).into());
        }
        Ok(writes)
    }

    fn message(&self, id: &SubscriptionId, message: Message, now: Timestamp) -> Write<Put> {
        let until = expiry(RetentionPeriod::Message, now);
        new_message(&self.table, partition(id), message, now).set(EXPIRES, number(until))
    }

    async fn repeated_request(
        &self,
        id: &SubscriptionId,
        may_send: bool,
        now: Timestamp,
    ) -> Result<Vec<Write>, StoreError> {
        let Some(stored) = self.stored(id, now).await? else { return Ok(Vec::new()) };
        let message = match stored.state {
            SubscriptionState::Unconfirmed => Message::ConfirmNews,
            SubscriptionState::Confirmed => Message::NewsAlready,
        };
        let mut writes = writes![self.table.check(key(partition(id), SUBSCRIPTION), Condition::EXISTS)];
        if may_send {
            writes.push(daily_message_update(&self.table, partition(id), message, now));
        }
        Ok(writes)
    }

    /// Confirms a subscription. Returns false if it has expired, was stopped, or is already confirmed.
    pub async fn confirm(&self, id: &SubscriptionId, now: Timestamp) -> Result<bool, StoreError> {
        let Some(stored) = self.stored(id, now).await? else { return Ok(false) };
        // Confirmed subscriptions expire, too, so that forgotten addresses are not kept forever.
        let end = expiry(RetentionPeriod::Subscription, now);
        let extended = |key| self.table.update_existing(key).set(EXPIRES, number(end));
        let writes = writes![
            extended(key(partition(id), SUBSCRIPTION))
                .only_if(Condition::EXISTS.and(Condition::Lacks(STATE)))
                .set(STATE, text(CONFIRMED))
                .set(WAITS_FOR, text(NEWS))
                .set(DUE, number(now.as_second()))
                .add(VERSION, number(1)),
            extended(key(partition(id), KEY)),
            extended(guard_key(&stored.guard)),
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
        self.table.due((NEWS, PARTITION), until, (most, from), "find due subscriptions").await
    }

    /// Decrypts a subscription. `None` if it has expired or was stopped.
    pub async fn get(
        &self,
        keys: &Keys,
        id: &SubscriptionId,
        now: Timestamp,
    ) -> Result<Option<Subscription>, StoreError> {
        let items = self.items(id).await?;
        let (Some(item), Some(key)) = (item_named(&items, SUBSCRIPTION), item_named(&items, KEY)) else {
            return Ok(None);
        };
        let Some(stored) = StoredSubscription::from_item(item, now)? else { return Ok(None) };
        let place = partition(id);
        let data_key = keys.unwrap_data_key(bytes_of(key, WRAPPED)?, &place).await?;
        let sealer = self.table.sealer(&data_key, &place);
        let known = stored.known.as_ref().map(|known| sealer.open_json(KNOWN, &known.0));
        Ok(Some(Subscription {
            id: id.clone(),
            state: stored.state,
            address: Personal::new(sealer.open_json(ADDRESS, &stored.address.0)?),
            subject: sealer.open_json(SUBJECT, &stored.subject.0)?,
            known_state: known.transpose()?,
            last_news: stored.last_message_at.and_then(|at| Timestamp::from_second(at).ok()),
            version: stored.version,
            data_key: data_key.clone(),
        }))
    }

    /// Decrypts the news in a message.
    pub fn news_of(&self, subscription: &Subscription, message: &WaitingMessage) -> Result<News, StoreError> {
        let place = partition(&subscription.id);
        let sealer = self.table.sealer(&subscription.data_key, &place);
        sealer.open_json(message.field(), message.sealed_details()?)
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
        let mut writes = Vec::<Write>::new();
        if let Some(news) = news {
            change = change.set(LAST_MESSAGE_AT, number(now.as_second()));
            let details = sealer.seal_json(&message_sort_key(Message::News, now), news)?;
            writes
                .push(self.message(&subscription.id, Message::News, now).set(DETAILS, bytes(details)).into());
        }
        writes.push(change.into());
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

    async fn stored(
        &self,
        id: &SubscriptionId,
        now: Timestamp,
    ) -> Result<Option<StoredSubscription>, StoreError> {
        let item = self.read(key(partition(id), SUBSCRIPTION)).await?;
        item.map_or(Ok(None), |item| StoredSubscription::from_item(&item, now))
    }

    async fn read(&self, key: Item) -> Result<Option<Item>, StoreError> {
        self.table.item(key, "read a subscription").await
    }

    pub(super) async fn items(&self, id: &SubscriptionId) -> Result<Vec<Item>, StoreError> {
        collection(&self.table, id).items("read a subscription").await
    }

    /// Erases all items of a subscription. Returns false if there is no such subscription.
    pub async fn erase(&self, id: &SubscriptionId, now: Timestamp) -> Result<bool, StoreError> {
        collection(&self.table, id).erase(&SUBSCRIPTION_GUARD, id, ("erase a subscription", now)).await
    }
}
