//! Erasing a subscription to news, so that nothing of it is left.

use jiff::Timestamp;

use super::{
    StoreError, Subscriptions, batch,
    condition::met,
    item::{Item, SK, key, text, text_of},
    subscription_items::{GUARDED_BY, KEY, SUBSCRIPTION, guard_key, partition},
    subscriptions::lasts,
};
use crate::news_link::SubscriptionId;

impl Subscriptions {
    /// Erases everything that is kept of a subscription; the key first, so that the rest can't be read from then on.
    /// False when there is none.
    pub async fn erase(&self, id: &SubscriptionId, now: Timestamp) -> Result<bool, StoreError> {
        let items = self.items(id).await?;
        let subscription = items.iter().find(|item| text_of(item, SK) == Some(SUBSCRIPTION));
        let is_there = subscription.is_some_and(|item| lasts(item, now));
        // The subscription goes last: as long as it is there, what an interrupted call left can be erased by another.
        let others = items.iter().filter_map(|item| text_of(item, SK)).filter(|sk| *sk != SUBSCRIPTION);
        let mut keys: Vec<&str> = others.collect();
        keys.sort_by_key(|sk| *sk != KEY);
        self.remove(keys.into_iter().map(|sk| key(partition(id), sk)).collect()).await?;
        if let Some(guard) = subscription.and_then(|item| text_of(item, GUARDED_BY)) {
            self.remove_guard(guard, id).await?;
        }
        self.remove(vec![key(partition(id), SUBSCRIPTION)]).await?;
        // What a run wrote in between.
        let late = self.items(id).await?;
        self.remove(
            late.iter().filter_map(|item| text_of(item, SK)).map(|sk| key(partition(id), sk)).collect(),
        )
        .await?;
        Ok(is_there)
    }

    /// The guard of a wish that is over may be another's by now.
    async fn remove_guard(&self, guard: &str, id: &SubscriptionId) -> Result<(), StoreError> {
        let answer = self
            .client
            .delete_item()
            .table_name(&self.table)
            .set_key(Some(guard_key(guard)))
            .condition_expression("subscription = :id")
            .expression_attribute_values(":id", text(id.to_string()))
            .send()
            .await;
        met(answer, "erase a subscription").map(|_| ())
    }

    async fn remove(&self, keys: Vec<Item>) -> Result<(), StoreError> {
        batch::remove(&self.client, &self.table, keys, "erase a subscription").await
    }
}
