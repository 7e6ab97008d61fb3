//! The Registry table.
//!
//! - [`record`]: a record as an item, compressed, and what tells it from another state of it
//! - [`pages`]: every record, one page of the table after another
//! - [`progress`]: how far the sync has come, which records it met, and who syncs

mod pages;
mod progress;
mod record;

use std::collections::HashMap;

use aws_sdk_dynamodb::{
    Client,
    types::{DeleteRequest, PutRequest, WriteRequest},
};
use waypoint_domain::{nct_id::NctId, registry_study::RegistryStudy};

use super::{
    StoreError,
    batch::{self, Part},
    condition::met,
    item::{Item, PK, text, text_of},
};
use crate::registry_sync::merging::Mark;

pub use pages::{MarkPages, RecordPages};
pub use record::{Folded, fold};

/// The Registry table.
#[derive(Debug, Clone)]
pub struct Registry {
    client: Client,
    table: String,
}

impl Registry {
    /// The table of this name.
    #[must_use]
    pub fn new(client: Client, table: impl Into<String>) -> Self {
        Self { client, table: table.into() }
    }

    /// The record of this number, if it is kept.
    pub async fn get(&self, nct_id: &NctId) -> Result<Option<RegistryStudy>, StoreError> {
        let item = self.item(nct_id.as_str(), "read a registry record").await?;
        item.as_ref().map(record::unfold).transpose()
    }

    /// The records of these numbers, in their order, as far as they are kept.
    pub async fn several(&self, numbers: &[NctId]) -> Result<Vec<RegistryStudy>, StoreError> {
        let keys = numbers.iter().map(|number| Item::from([(PK.to_owned(), text(number.as_str()))]));
        let operation = "read registry records";
        let items = batch::read(&self.client, &self.table, keys.collect(), Part::Whole, operation).await?;
        let mut known: HashMap<NctId, RegistryStudy> = items
            .iter()
            .map(|item| record::unfold(item).map(|study| (study.nct_id.clone(), study)))
            .collect::<Result<_, _>>()?;
        Ok(numbers.iter().filter_map(|number| known.remove(number)).collect())
    }

    /// Keeps a record that a visitor asked for, unless there is one of its number. Says whether it was
    /// small enough to be kept. The next sync that meets it counts it as new, and so the index gets it.
    pub async fn keep_asked(&self, study: &RegistryStudy) -> Result<bool, StoreError> {
        let Some(folded) = fold(study)? else { return Ok(false) };
        let request = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(record::without_digest(folded)))
            .condition_expression("attribute_not_exists(pk)");
        met(request.send().await, "keep a registry record").map(|_| true)
    }

    /// What tells the kept records of these numbers from other states of them.
    pub async fn marks(&self, numbers: &[NctId]) -> Result<HashMap<NctId, Mark>, StoreError> {
        let keys = numbers.iter().map(|number| Item::from([(PK.to_owned(), text(number.as_str()))]));
        let (projection, names) = record::mark_projection();
        let part = Part::Attributes(projection, names);
        let items =
            batch::read(&self.client, &self.table, keys.collect(), part, "compare registry records").await?;
        Ok(items.iter().filter_map(record::mark_of).collect())
    }

    /// Writes these records, in place of what is kept under their numbers.
    ///
    /// # Errors
    /// When the store does not answer; what was written so far stays.
    pub async fn write(&self, records: Vec<Folded>) -> Result<(), StoreError> {
        let writes = records.into_iter().map(|record| {
            let request = PutRequest::builder().set_item(Some(record.item)).build()?;
            Ok(WriteRequest::builder().put_request(request).build())
        });
        let writes = writes.collect::<Result<Vec<_>, StoreError>>()?;
        batch::write(&self.client, &self.table, writes, "write registry records").await
    }

    /// Removes the records of these numbers.
    ///
    /// # Errors
    /// When the store does not answer; what was removed so far stays removed.
    pub async fn remove(&self, numbers: &[NctId]) -> Result<(), StoreError> {
        self.delete(numbers.iter().map(|number| number.as_str().to_owned())).await
    }

    /// Forgets every record, and what was read when; who syncs stays noted.
    ///
    /// # Errors
    /// When the store does not answer; what was forgotten so far stays forgotten, and it is noted
    /// that no registry has been read.
    pub async fn clear(&self) -> Result<(), StoreError> {
        self.forget_progress().await?;
        let mut pages = self.keys();
        while let Some(keys) = pages.next().await? {
            self.delete(keys.into_iter().filter(|key| !progress::stays(key))).await?;
        }
        Ok(())
    }

    async fn delete(&self, keys: impl Iterator<Item = String>) -> Result<(), StoreError> {
        let writes = keys.map(|key| {
            let request = DeleteRequest::builder().key(PK, text(key)).build()?;
            Ok(WriteRequest::builder().delete_request(request).build())
        });
        let writes = writes.collect::<Result<Vec<_>, StoreError>>()?;
        batch::write(&self.client, &self.table, writes, "remove registry records").await
    }

    async fn item(&self, key: &str, operation: &'static str) -> Result<Option<Item>, StoreError> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .key(PK, text(key))
            .consistent_read(true)
            .send()
            .await
            .map_err(StoreError::sdk(operation))?;
        Ok(answer.item)
    }
}

/// The number of a record's item; nothing for an item that is no record.
fn number_of_record(item: &Item) -> Option<NctId> {
    text_of(item, PK)?.parse().ok()
}
