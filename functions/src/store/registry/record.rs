//! Records as compressed items, and their marks.

use aws_sdk_dynamodb::types::AttributeValue;
use sha2::{Digest, Sha256};
use waypoint_domain::{nct_id::NctId, registry_study::RegistryStudy};

use crate::{
    registry_sync::merging::Mark,
    store::{
        StoreError,
        compressed_json::{compress_json, decompress_json},
        item::{Item, PK, bytes, bytes_of, text, text_of},
    },
};

const DOCUMENT: &str = "document";
const DIGEST: &str = "digest";
const UPDATED: &str = "updated";
const RECRUITS: &str = "recruits";
/// Begins the key of an item that leads from a former number to the record.
const FORMER: &str = "FORMER#";
const NUMBER: &str = "number";
/// The attributes of a mark.
pub(super) const MARK: [&str; 4] = [PK, DIGEST, UPDATED, RECRUITS];

/// A record as an item, ready to be written.
#[derive(Debug, Clone)]
pub struct CompressedRecord {
    /// The record's number.
    pub nct_id: NctId,
    /// The record's mark.
    pub mark: Mark,
    pub(super) item: Item,
    /// The former registry numbers of the study.
    former_numbers: Vec<NctId>,
}

impl CompressedRecord {
    /// Returns the record's item, and those that lead to it from its former numbers.
    pub(super) fn into_items(self) -> impl Iterator<Item = Item> {
        let leading = self.former_numbers.into_iter().map(move |former| {
            Item::from([
                (PK.to_owned(), text(former_key(&former))),
                (NUMBER.to_owned(), text(self.nct_id.as_str())),
            ])
        });
        std::iter::once(self.item).chain(leading)
    }
}

/// Returns the key of the item that leads from a former number to the record.
pub(super) fn former_key(number: &NctId) -> String {
    format!("{FORMER}{number}")
}

/// Returns the number to which such an item leads.
pub(super) fn current_number(item: &Item) -> Option<NctId> {
    text_of(item, NUMBER)?.parse().ok()
}

/// Compresses a record. Returns `None` if it is too large for an item.
pub fn compress(study: &RegistryStudy) -> Result<Option<CompressedRecord>, StoreError> {
    let json = serde_json::to_vec(study).map_err(|_| StoreError::unreadable("write a registry record"))?;
    let Some(packed) = compress_json(&json)? else { return Ok(None) };
    let digest = Sha256::digest(&json).to_vec();
    let recruits = study.status.is_recruiting();
    let mut item = Item::from([
        (PK.to_owned(), text(study.nct_id.as_str())),
        (DOCUMENT.to_owned(), bytes(packed)),
        (DIGEST.to_owned(), bytes(digest.clone())),
        (RECRUITS.to_owned(), AttributeValue::Bool(recruits)),
    ]);
    if let Some(updated) = study.last_updated {
        item.insert(UPDATED.to_owned(), text(updated.to_string()));
    }
    let mark = Mark { digest: Some(digest), updated: study.last_updated, recruits };
    let ids = study.names.ids.iter().filter_map(|id| id.parse().ok());
    let former_numbers = ids.filter(|id| *id != study.nct_id).collect();
    Ok(Some(CompressedRecord { nct_id: study.nct_id.clone(), mark, item, former_numbers }))
}

/// The item of a record that no sync has read.
pub(super) fn without_digest(record: CompressedRecord) -> Item {
    let mut item = record.item;
    item.remove(DIGEST);
    item
}

pub(super) fn decompress(item: &Item) -> Result<RegistryStudy, StoreError> {
    decompress_json(bytes_of(item, DOCUMENT)?)
}

/// The number of a record's item. `None` if the item isn't a record.
pub(super) fn number_of_record(item: &Item) -> Option<NctId> {
    text_of(item, PK)?.parse().ok()
}

/// The mark of a record's item. `None` if the item isn't a record.
pub(super) fn mark_of(item: &Item) -> Option<(NctId, Mark)> {
    let mark = Mark {
        digest: bytes_of(item, DIGEST).map(<[u8]>::to_vec).ok(),
        updated: text_of(item, UPDATED).and_then(|date| date.parse().ok()),
        recruits: item.get(RECRUITS).and_then(|value| value.as_bool().ok()).copied().unwrap_or_default(),
    };
    Some((number_of_record(item)?, mark))
}
