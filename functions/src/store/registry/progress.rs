//! The sync state, the numbers that a full run saw, and the lease of the sync.

use jiff::Timestamp;
use waypoint_domain::nct_id::NctId;

use super::Registry;
use crate::{
    registry_sync::state::SyncState,
    store::{
        StoreError,
        batch::Part,
        condition::Condition,
        item::{EXPIRES, PK, document, document_of, number, pk_only, text, text_of},
    },
};

const STATE: &str = "state";
const SYNC: &str = "SYNC";
const LEASE: &str = "LEASE";
const HOLDER: &str = "holder";
const NUMBERS: &str = "numbers";
const PAGE_NUMBERS: &str = "ROLL#";

impl Registry {
    /// The stored state of the sync, or the default if no sync has ever run.
    pub async fn sync_state(&self) -> Result<SyncState, StoreError> {
        let item = self.item(SYNC, "read the sync state").await?;
        item.map_or_else(|| Ok(SyncState::default()), |item| document_of(&item, STATE))
    }

    /// Stores the sync state.
    pub async fn set_sync_state(&self, state: &SyncState) -> Result<(), StoreError> {
        let put = self.table.put(pk_only(SYNC)).set(STATE, document(state)?);
        put.send("store the sync state").await.map(drop)
    }

    /// Resets the sync state. The revision increases, because it identifies a state of the table.
    async fn reset_sync_state(&self) -> Result<(), StoreError> {
        let revision = self.sync_state().await.map_or(0, |state| state.revision);
        self.set_sync_state(&SyncState { revision: revision + 1, ..SyncState::default() }).await
    }

    /// Deletes all records and resets the sync state, but not the lease. The sync state is reset first, so after an
    /// error the table counts as never synced.
    pub async fn clear(&self) -> Result<(), StoreError> {
        self.reset_sync_state().await?;
        let mut pages = self.keys();
        while let Some(keys) = pages.next().await? {
            self.delete(keys.into_iter().filter(|key| ![SYNC, LEASE].contains(&key.as_str()))).await?;
        }
        Ok(())
    }

    /// Stores which records one page of a full run contained.
    pub async fn store_page_numbers(&self, page: u32, numbers: &[NctId]) -> Result<(), StoreError> {
        let digits: Vec<&str> = numbers.iter().map(|number| &number.as_str()[3..]).collect();
        let put = self.table.put(pk_only(page_numbers_key(page))).set(NUMBERS, text(digits.join(",")));
        put.send("store the numbers of a page").await.map(drop)
    }

    /// The numeric parts of the record numbers on the first `pages` pages of a full run, sorted.
    pub async fn page_numbers(&self, pages: u32) -> Result<Vec<u32>, StoreError> {
        let operation = "read the numbers of all pages";
        let keys = (0..pages).map(|page| pk_only(page_numbers_key(page))).collect();
        let items = self.table.read(keys, Part::Attributes(&[PK, NUMBERS]), operation).await?;
        if u32::try_from(items.len()) != Ok(pages) {
            return Err(StoreError::new(operation, "a page is missing"));
        }
        let mut numbers = Vec::new();
        for item in &items {
            let digits = text_of(item, NUMBERS).ok_or_else(|| StoreError::unreadable(operation))?;
            numbers.extend(digits.split(',').filter_map(|number| number.parse::<u32>().ok()));
        }
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }

    /// Deletes the record numbers of the first `pages` pages of a full run.
    pub async fn delete_page_numbers(&self, pages: u32) -> Result<(), StoreError> {
        self.delete((0..pages).map(page_numbers_key)).await
    }

    /// Takes or extends the lease of the sync. Returns whether `holder` has it.
    pub async fn take_lease(
        &self,
        holder: &str,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        let is_free = Condition::absent_or_expired(now).or(Condition::equals(HOLDER, text(holder)));
        let lease = self.table.put(pk_only(LEASE)).only_if(is_free);
        let lease = lease.set(HOLDER, text(holder)).set(EXPIRES, number(until.as_second()));
        lease.send("take the lease of the sync").await
    }

    /// Releases the lease if `holder` has it.
    pub async fn release_lease(&self, holder: &str) -> Result<(), StoreError> {
        let release = self.table.delete(pk_only(LEASE)).only_if(Condition::equals(HOLDER, text(holder)));
        release.send("release the lease of the sync").await.map(drop)
    }
}

fn page_numbers_key(page: u32) -> String {
    format!("{PAGE_NUMBERS}{page}")
}
