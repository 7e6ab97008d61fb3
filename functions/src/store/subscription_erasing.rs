//! Erasing subscriptions.

use jiff::Timestamp;

use super::{
    StoreError, Subscriptions,
    condition::Condition,
    item::{Item, SK, key, text, text_of},
    subscription_items::{GUARDED_BY, KEY, OWNER, SUBSCRIPTION, guard_key, partition},
    subscriptions::is_live,
};
use crate::news_link::SubscriptionId;

impl Subscriptions {
    /// Erases all items of a subscription. The data key goes first, which makes the rest unreadable. Returns false
    /// if there is no such subscription.
    pub async fn erase(&self, id: &SubscriptionId, now: Timestamp) -> Result<bool, StoreError> {
        let items = self.items(id).await?;
        let subscription = items.iter().find(|item| text_of(item, SK) == Some(SUBSCRIPTION));
        let is_there = subscription.is_some_and(|item| is_live(item, now));
        // The subscription item goes last. While it exists, another call can finish an interrupted erasure.
        let others = items.iter().filter_map(|item| text_of(item, SK)).filter(|sk| *sk != SUBSCRIPTION);
        let mut keys: Vec<&str> = others.collect();
        keys.sort_by_key(|sk| *sk != KEY);
        self.remove(keys.into_iter().map(|sk| key(partition(id), sk)).collect()).await?;
        if let Some(guard) = subscription.and_then(|item| text_of(item, GUARDED_BY)) {
            self.remove_guard(guard, id).await?;
        }
        self.remove(vec![key(partition(id), SUBSCRIPTION)]).await?;
        // Items that another run wrote during the erasure.
        let late = self.items(id).await?;
        self.remove(
            late.iter().filter_map(|item| text_of(item, SK)).map(|sk| key(partition(id), sk)).collect(),
        )
        .await?;
        Ok(is_there)
    }

    /// Removes the guard unless it belongs to another subscription, as it may after this one expired.
    async fn remove_guard(&self, guard: &str, id: &SubscriptionId) -> Result<(), StoreError> {
        let is_own = Condition::equals(OWNER, text(id.to_string()));
        let delete = self.table.delete(guard_key(guard)).only_if(is_own);
        delete.send("erase a subscription").await.map(drop)
    }

    async fn remove(&self, keys: Vec<Item>) -> Result<(), StoreError> {
        self.table.remove(keys, "erase a subscription").await
    }
}
