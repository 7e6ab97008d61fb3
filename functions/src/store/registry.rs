//! Registry records, compressed, and how far the sync has come.

use std::{
    collections::HashMap,
    io::{Read, Write},
};

use aws_sdk_dynamodb::{
    Client,
    types::{DeleteRequest, PutRequest, WriteRequest},
};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use serde::{Deserialize, Serialize};
use waypoint_domain::{nct_id::NctId, registry_study::RegistryStudy};

use super::{
    StoreError, batch,
    item::{Item, PK, bytes, bytes_of, document, document_of, text, text_of},
};

const DOCUMENT: &str = "document";
const STATE: &str = "state";
const SYNC: &str = "SYNC";
/// The most bytes of a record as JSON.
const MOST_UNFOLDED: usize = 8 * 1024 * 1024;
/// The most bytes of a compressed record: an item of the database has at most 400 KB.
const MOST_FOLDED: usize = 380 * 1024;

/// How far the sync has come.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SyncState {
    /// Which registry, and which state of it, was read: a name that differs when a sync has to
    /// begin anew.
    pub source: String,
    /// The page to go on with; absent when the last run came to its end.
    pub next_page: Option<String>,
    /// Whether a run came to its end.
    pub complete: bool,
    /// How many records were kept.
    pub kept: usize,
}

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
    ///
    /// # Errors
    /// When the store does not answer, or the record can't be read.
    pub async fn get(&self, nct_id: &NctId) -> Result<Option<RegistryStudy>, StoreError> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .key(PK, text(nct_id.as_str()))
            .send()
            .await
            .map_err(StoreError::sdk("read a registry record"))?;
        answer.item.as_ref().map(unfold).transpose()
    }

    /// The records of these numbers, in their order, as far as they are kept. At most 100 are read at once.
    ///
    /// # Errors
    /// When the store does not answer, or a record can't be read.
    pub async fn several(&self, numbers: &[NctId]) -> Result<Vec<RegistryStudy>, StoreError> {
        let keys = numbers.iter().map(|number| Item::from([(PK.to_owned(), text(number.as_str()))]));
        let items = batch::read(&self.client, &self.table, keys.collect(), "read registry records").await?;
        let mut known: HashMap<NctId, RegistryStudy> = items
            .iter()
            .map(|item| unfold(item).map(|study| (study.nct_id.clone(), study)))
            .collect::<Result<_, _>>()?;
        Ok(numbers.iter().filter_map(|number| known.remove(number)).collect())
    }

    /// Every record, by number.
    ///
    /// # Errors
    /// When the store does not answer, or a record can't be read.
    pub async fn all(&self) -> Result<Vec<RegistryStudy>, StoreError> {
        let mut pages = self.client.scan().table_name(&self.table).into_paginator().items().send();
        let mut studies = Vec::new();
        while let Some(item) = pages.next().await {
            let item = item.map_err(StoreError::sdk("list the registry records"))?;
            if text_of(&item, PK) != Some(SYNC) {
                studies.push(unfold(&item)?);
            }
        }
        studies.sort_by(|a, b| a.nct_id.cmp(&b.nct_id));
        Ok(studies)
    }

    /// Keeps these records, in place of older ones of the same numbers. Gives the numbers of those
    /// that are too large to be kept.
    ///
    /// # Errors
    /// When the store does not answer; what was written so far stays.
    pub async fn put(&self, studies: &[RegistryStudy]) -> Result<Vec<NctId>, StoreError> {
        let mut writes = Vec::with_capacity(studies.len());
        let mut too_large = Vec::new();
        for study in studies {
            match fold(study)? {
                Some(item) => {
                    let request = PutRequest::builder().set_item(Some(item)).build()?;
                    writes.push(WriteRequest::builder().put_request(request).build());
                }
                None => too_large.push(study.nct_id.clone()),
            }
        }
        batch::write(&self.client, &self.table, writes, "write registry records").await?;
        Ok(too_large)
    }

    /// How far the sync has come.
    ///
    /// # Errors
    /// When the store does not answer, or the state can't be read.
    pub async fn sync_state(&self) -> Result<SyncState, StoreError> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .key(PK, text(SYNC))
            .send()
            .await
            .map_err(StoreError::sdk("read how far the sync has come"))?;
        answer.item.map_or_else(|| Ok(SyncState::default()), |item| document_of(&item, STATE))
    }

    /// Notes how far the sync has come.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn set_sync_state(&self, state: &SyncState) -> Result<(), StoreError> {
        self.client
            .put_item()
            .table_name(&self.table)
            .item(PK, text(SYNC))
            .item(STATE, document(state)?)
            .send()
            .await
            .map_err(StoreError::sdk("note how far the sync has come"))?;
        Ok(())
    }

    /// Forgets every record, for a registry of another source.
    ///
    /// # Errors
    /// When the store does not answer; what was forgotten so far stays forgotten, and it is noted
    /// that no registry has been read.
    pub async fn clear(&self) -> Result<(), StoreError> {
        self.set_sync_state(&SyncState::default()).await?;
        let keys = self
            .client
            .scan()
            .table_name(&self.table)
            .projection_expression(PK)
            .into_paginator()
            .items()
            .send()
            .collect::<Result<Vec<Item>, _>>()
            .await
            .map_err(StoreError::sdk("list the registry records"))?;
        let writes = keys
            .into_iter()
            .filter(|key| text_of(key, PK) != Some(SYNC))
            .map(|key| {
                let request = DeleteRequest::builder().set_key(Some(key)).build()?;
                Ok(WriteRequest::builder().delete_request(request).build())
            })
            .collect::<Result<Vec<_>, StoreError>>()?;
        batch::write(&self.client, &self.table, writes, "forget registry records").await
    }
}

/// A record as an item; nothing when it is too large to be one.
fn fold(study: &RegistryStudy) -> Result<Option<Item>, StoreError> {
    let unreadable = || StoreError::unreadable("write a registry record");
    let json = serde_json::to_vec(study).map_err(|_| unreadable())?;
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(&json).map_err(|_| unreadable())?;
    let packed = packed.finish().map_err(|_| unreadable())?;
    if json.len() > MOST_UNFOLDED || packed.len() > MOST_FOLDED {
        return Ok(None);
    }
    let key = (PK.to_owned(), text(study.nct_id.as_str()));
    Ok(Some(Item::from([key, (DOCUMENT.to_owned(), bytes(packed))])))
}

fn unfold(item: &Item) -> Result<RegistryStudy, StoreError> {
    let unreadable = || StoreError::unreadable("read a registry record");
    let packed = bytes_of(item, DOCUMENT).ok_or_else(unreadable)?;
    let mut json = Vec::new();
    let most = u64::try_from(MOST_UNFOLDED).unwrap_or(u64::MAX);
    GzDecoder::new(packed).take(most).read_to_end(&mut json).map_err(|_| unreadable())?;
    serde_json::from_slice(&json).map_err(|_| unreadable())
}
