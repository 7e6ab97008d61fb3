//! Storage of a browser's medical records, sealed with its session. Reading from a health system takes a while, so
//! every change is conditional on the state that was read before.

use aws_sdk_dynamodb::types::AttributeValue;
use jiff::Timestamp;
use serde::{Serialize, de::DeserializeOwned};
use waypoint_domain::medical_record::RecordIds;

use super::{
    DataKey, Progress, RecordSession, Session, Sessions, StoreError,
    compressed_json::{compress_value, decompress_json},
    condition::Condition,
    item::{EXPIRES, Item, bytes, bytes_of, number, number_of, pk_only},
    sessions::{SEALED, launch_key, records_key},
    transaction::Tries,
    write::{Delete, Put, Write},
};

const RECORDS: &str = "records";
const STORE_RECORDS: &str = "store records";

/// A browser's medical records, with the item that they were read from. Changes are conditional on that item.
#[derive(Debug, Clone)]
pub struct StoredRecords {
    /// The content.
    pub session: RecordSession,
    item: Item,
}

/// The result of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The change was stored.
    Made,
    /// Another change came first. Nothing was stored.
    Conflict,
    /// The records are too large to store.
    TooLarge,
}

impl Sessions {
    /// A browser's medical records, unless they have expired.
    pub async fn records(
        &self,
        browser: &Session,
        now: Timestamp,
    ) -> Result<Option<RecordSession>, StoreError> {
        Ok(self.stored_records(browser, now).await?.map(|stored| stored.session))
    }

    /// A browser's medical records, in a form that can be changed.
    pub async fn stored_records(
        &self,
        browser: &Session,
        now: Timestamp,
    ) -> Result<Option<StoredRecords>, StoreError> {
        let item = self.get(&records_key(browser), now).await?;
        item.map(|item| self.open_records(browser, item)).transpose()
    }

    /// Applies a change to a browser's medical records. `change` returns whether there is anything to store. No
    /// concurrent change is lost.
    pub async fn change_records(
        &self,
        browser: &Session,
        change: impl Fn(&mut RecordSession) -> bool,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let mut tries = Tries::new(STORE_RECORDS);
        loop {
            tries.begin()?;
            let stored = self.stored_records(browser, now).await?;
            let mut session = stored.as_ref().map(|stored| stored.session.clone()).unwrap_or_default();
            if !change(&mut session) {
                return Ok(());
            }
            match self.put_records(browser, (stored.as_ref(), &session), now).await? {
                Change::Made => return Ok(()),
                Change::Conflict => {}
                Change::TooLarge => return Err(StoreError::new(STORE_RECORDS, "too long")),
            }
        }
    }

    /// Stores records that were just read, replacing the grant to read them. They must fit into an item even if
    /// records are left out later.
    pub async fn store_read_records(
        &self,
        browser: &Session,
        (grant, session): (&StoredRecords, &RecordSession),
        now: Timestamp,
    ) -> Result<Change, StoreError> {
        if compress_value(&session.largest())?.is_none() {
            return Ok(Change::TooLarge);
        }
        self.put_records(browser, (Some(grant), session), now).await
    }

    /// Deletes a grant that can't be used anymore, unless it has been replaced.
    pub async fn delete_grant(&self, browser: &Session, grant: &StoredRecords) -> Result<(), StoreError> {
        let delete = self.delete_if_unchanged(browser, grant);
        delete.send("delete a grant").await.map(drop)
    }

    /// Deletes an expired grant that DynamoDB hasn't deleted yet. Returns whether there was one.
    pub async fn delete_expired_grant(&self, browser: &Session, now: Timestamp) -> Result<bool, StoreError> {
        let Some(item) = self.get_even_expired(&records_key(browser)).await? else { return Ok(false) };
        let is_expired = number_of(&item, EXPIRES).is_none_or(|end| end <= now.as_second());
        let stored = self.open_records(browser, item)?;
        let progress = stored.session.connection.as_ref().map(|connection| &connection.progress);
        if !is_expired || !matches!(progress, Some(Progress::Granted { .. })) {
            return Ok(false);
        }
        self.delete_grant(browser, &stored).await.map(|()| true)
    }

    /// Stores which records of a connection are left out. The expiry doesn't change. Does nothing if the browser
    /// has another connection by now.
    pub async fn leave_out(
        &self,
        browser: &Session,
        (connection, left_out): (&str, RecordIds),
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let change = |session: &mut RecordSession| match &mut session.connection {
            Some(known) if known.id == connection => {
                known.left_out.clone_from(&left_out);
                true
            }
            _ => false,
        };
        self.change_records(browser, change, now).await
    }

    /// Deletes a browser's medical records and its pending launch.
    pub async fn delete_records(&self, browser: &Session) -> Result<(), StoreError> {
        self.remove(vec![pk_only(launch_key(browser)), pk_only(records_key(browser))]).await
    }

    /// A write that deletes a browser's medical records if they haven't changed.
    pub(super) fn delete_if_unchanged(&self, browser: &Session, stored: &StoredRecords) -> Write<Delete> {
        self.table.delete(pk_only(records_key(browser))).only_if(unchanged(&stored.item))
    }

    /// Stores a browser's medical records, replacing the state that was read before.
    async fn put_records(
        &self,
        browser: &Session,
        (before, session): (Option<&StoredRecords>, &RecordSession),
        now: Timestamp,
    ) -> Result<Change, StoreError> {
        let place = (records_key(browser), RECORDS);
        let Some(put) = self.sealed(browser, place, session, session.until(now))? else {
            return Ok(Change::TooLarge);
        };
        let unchanged =
            before.map_or_else(|| Condition::absent_or_expired(now), |before| unchanged(&before.item));
        let is_made = put.only_if(unchanged).send(STORE_RECORDS).await?;
        Ok(if is_made { Change::Made } else { Change::Conflict })
    }

    fn open_records(&self, browser: &Session, item: Item) -> Result<StoredRecords, StoreError> {
        let session = self.unsealed(browser, (&records_key(browser), RECORDS), &item)?;
        Ok(StoredRecords { session, item })
    }

    pub(super) fn sealed<T: Serialize>(
        &self,
        browser: &Session,
        (pk, field): (String, &str),
        value: &T,
        until: i64,
    ) -> Result<Option<Write<Put>>, StoreError> {
        let Some(compressed) = compress_value(value)? else { return Ok(None) };
        let sealed = self.table.sealer(&key_of(browser), &pk).seal(field, &compressed)?;
        let put = self.table.put(pk_only(pk)).set(SEALED, bytes(sealed));
        Ok(Some(put.set(EXPIRES, number(until))))
    }

    pub(super) fn unsealed<T: DeserializeOwned>(
        &self,
        browser: &Session,
        (pk, field): (&str, &str),
        item: &Item,
    ) -> Result<T, StoreError> {
        decompress_json(&self.table.sealer(&key_of(browser), pk).open(field, bytes_of(item, SEALED)?)?)
    }
}

/// The condition that an item hasn't changed since it was read.
pub(super) fn unchanged(item: &Item) -> Condition {
    Condition::equals(SEALED, item.get(SEALED).cloned().unwrap_or(AttributeValue::Null(true)))
}

fn key_of(browser: &Session) -> DataKey {
    browser.data_key("waypoint:records")
}
