//! The Registry table.
//!
//! - [`record`]: records as compressed items, and their marks
//! - [`pages`]: paged reads of all records
//! - [`progress`]: the sync state, the numbers that a full run saw, and the lease

mod pages;
mod progress;
mod record;

use std::collections::{HashMap, HashSet};

use aws_sdk_dynamodb::Client;
use waypoint_domain::{nct_id::NctId, registry_study::RegistryStudy};

use super::{
    StoreError,
    batch::{self, Part},
    item::{Item, PK, pk_only, text_of},
    table::Table,
};
use crate::registry_sync::merging::Mark;

pub use pages::Pages;
pub use record::{CompressedRecord, compress};

/// The Registry table.
#[derive(Debug, Clone)]
pub struct Registry {
    table: Table,
}

impl Registry {
    /// Creates a client for the table with this name.
    #[must_use]
    pub fn new(client: Client, table: impl Into<String>) -> Self {
        Self { table: Table::new(client, table) }
    }

    /// The record with this number, or with this former number, if stored.
    pub async fn get(&self, nct_id: &NctId) -> Result<Option<RegistryStudy>, StoreError> {
        let operation = "read a registry record";
        let mut item = self.item(nct_id.as_str(), operation).await?;
        if item.is_none()
            && let Some(current) = self.current_number(nct_id).await?
        {
            item = self.item(current.as_str(), operation).await?;
        }
        item.as_ref().map(record::decompress).transpose()
    }

    /// The number of the stored record that formerly had this number.
    pub async fn current_number(&self, former: &NctId) -> Result<Option<NctId>, StoreError> {
        let item = self.item(&record::former_key(former), "read a former registry number").await?;
        Ok(item.as_ref().and_then(record::current_number))
    }

    /// The stored records with these numbers, in the same order.
    pub async fn get_many(&self, numbers: &[NctId]) -> Result<Vec<RegistryStudy>, StoreError> {
        let keys = numbers.iter().map(|number| pk_only(number.as_str()));
        let operation = "read registry records";
        let items = self.table.read(keys.collect(), Part::Whole, operation).await?;
        let mut known: HashMap<NctId, RegistryStudy> = items
            .iter()
            .map(|item| record::decompress(item).map(|study| (study.nct_id.clone(), study)))
            .collect::<Result<_, _>>()?;
        Ok(numbers.iter().filter_map(|number| known.remove(number)).collect())
    }

    /// Stores a record that a visitor requested, unless its number is already stored. Returns false if the record
    /// is too large. The next sync that reads it counts it as new, so it gets into the index.
    pub async fn store_if_new(&self, study: &RegistryStudy) -> Result<bool, StoreError> {
        let Some(record) = compress(study)? else { return Ok(false) };
        let put = self.table.put_new(record::without_digest(record));
        put.send("store a registry record").await.map(|_| true)
    }

    /// The marks of the stored records with these numbers.
    pub async fn marks(&self, numbers: &[NctId]) -> Result<HashMap<NctId, Mark>, StoreError> {
        let keys = numbers.iter().map(|number| pk_only(number.as_str()));
        let operation = "compare registry records";
        let items = self.table.read(keys.collect(), Part::Attributes(&record::MARK), operation).await?;
        Ok(items.iter().filter_map(record::mark_of).collect())
    }

    /// Writes records and their former numbers, replacing stored ones. After an error, the records written so far stay.
    pub async fn write(&self, records: Vec<CompressedRecord>) -> Result<(), StoreError> {
        // Two records may state the same former number, and a batch writes an item only once.
        let mut keys = HashSet::new();
        let items = records.into_iter().flat_map(CompressedRecord::into_items);
        let items = items.filter(|item| text_of(item, PK).is_some_and(|key| keys.insert(key.to_owned())));
        let writes = items.map(batch::replacement);
        let writes = writes.collect::<Result<_, _>>()?;
        self.table.write(writes, "write registry records").await
    }

    /// Deletes the records with these numbers. After an error, the records deleted so far stay deleted.
    pub async fn remove(&self, numbers: &[NctId]) -> Result<(), StoreError> {
        self.delete(numbers.iter().map(|number| number.as_str().to_owned())).await
    }

    async fn delete(&self, keys: impl Iterator<Item = String>) -> Result<(), StoreError> {
        let keys = keys.map(pk_only).collect();
        self.table.remove(keys, "remove registry records").await
    }

    async fn item(&self, key: &str, operation: &'static str) -> Result<Option<Item>, StoreError> {
        self.table.item(pk_only(key), operation).await
    }
}
