//! Compressed JSON for values that may be large for an item.

use std::io::{Read, Write};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use serde::de::DeserializeOwned;

use super::StoreError;

/// The most bytes of JSON before compression.
const MOST_UNFOLDED: usize = 8 * 1024 * 1024;
/// The most bytes after compression. DynamoDB limits an item to 400 KB.
const MOST_FOLDED: usize = 380 * 1024;

/// Compresses JSON. Returns `None` if it is too large for an item.
pub(super) fn fold_json(json: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
    if json.len() > MOST_UNFOLDED {
        return Ok(None);
    }
    let unreadable = |_| StoreError::unreadable("compress a document");
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(json).map_err(unreadable)?;
    let packed = packed.finish().map_err(unreadable)?;
    Ok((packed.len() <= MOST_FOLDED).then_some(packed))
}

/// Parses compressed JSON.
pub(super) fn unfold_json<T: DeserializeOwned>(packed: &[u8]) -> Result<T, StoreError> {
    let unreadable = || StoreError::unreadable("read a compressed document");
    let mut json = Vec::new();
    let most = u64::try_from(MOST_UNFOLDED).unwrap_or(u64::MAX);
    GzDecoder::new(packed).take(most).read_to_end(&mut json).map_err(|_| unreadable())?;
    serde_json::from_slice(&json).map_err(|_| unreadable())
}
