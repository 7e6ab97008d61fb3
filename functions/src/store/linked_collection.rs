//! Collections that links in mails open: subscriptions and introductions. The partition of a collection has the id of its
//! links. It holds a main item, the wrapped data key that seals the values of the main item, and messages. A guard elsewhere
//! prevents a second collection of the same address.

use jiff::Timestamp;

use super::{
    StoreError,
    condition::Condition,
    item::{EXPIRES, Item, SK, item_key, item_named, number_of, text, text_of},
    table::Table,
};
use crate::mail_link::LinkId;

pub(super) const KEY: &str = "KEY";
pub(super) const WRAPPED: &str = "wrapped_key";
/// The attribute of a main item with the fingerprint in the key of its guard.
pub(super) const GUARD_PRINT: &str = "guard";

/// A collection in a table.
#[derive(Debug, Clone)]
pub(super) struct LinkedCollection<'a> {
    pub(super) table: &'a Table,
    pub(super) partition: String,
    /// The sort key of the main item.
    pub(super) main: &'static str,
}

/// The guard of a collection.
pub(super) struct CollectionGuard {
    /// Returns the guard's key for a fingerprint.
    pub(super) key: fn(&str) -> Item,
    /// The attribute with the id of the collection that it belongs to.
    pub(super) owner: &'static str,
}

impl LinkedCollection<'_> {
    pub(super) async fn items(&self, operation: &'static str) -> Result<Vec<Item>, StoreError> {
        self.table.items((self.partition.clone(), ""), operation).await
    }

    /// Erases all items and the guard. The data key goes first, which makes the rest unreadable. Returns false if there is
    /// no such collection.
    pub(super) async fn erase(
        &self,
        guard: &CollectionGuard,
        id: &LinkId,
        (operation, now): (&'static str, Timestamp),
    ) -> Result<bool, StoreError> {
        let items = self.items(operation).await?;
        let main = item_named(&items, self.main);
        let is_there = main.is_some_and(|item| is_live(item, now));
        // The main item goes last. While it exists, another call can finish an interrupted erasure.
        let mut others: Vec<_> = items.iter().filter(|item| Some(*item) != main).collect();
        others.sort_by_key(|item| text_of(item, SK) != Some(KEY));
        self.table.remove(others.into_iter().map(item_key).collect(), operation).await?;
        if let Some(print) = main.and_then(|item| text_of(item, GUARD_PRINT)) {
            // The guard may belong to another collection after this one expired.
            let is_own = Condition::equals(guard.owner, text(id.to_string()));
            self.table.delete((guard.key)(print)).only_if(is_own).send(operation).await?;
        }
        self.table.remove(main.map(item_key).into_iter().collect(), operation).await?;
        // Items that another run wrote during the erasure.
        let left = self.items(operation).await?;
        self.table.remove(left.iter().map(item_key).collect(), operation).await?;
        Ok(is_there)
    }
}

/// Whether an item has not expired.
pub(super) fn is_live(item: &Item, now: Timestamp) -> bool {
    number_of(item, EXPIRES).is_some_and(|end| end > now.as_second())
}
