//! Compressed JSON for values that may be large for an item.

use std::io::{Read, Write};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use serde::{Serialize, de::DeserializeOwned};

use super::StoreError;

/// The most bytes of JSON before compression.
const MAX_JSON_BYTES: usize = 8 * 1024 * 1024;
/// The most bytes after compression. DynamoDB limits an item to 400 KB.
const MAX_COMPRESSED_BYTES: usize = 380 * 1024;

/// Compresses JSON. Returns `None` if it is too large for an item.
pub(super) fn compress_json(json: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
    if json.len() > MAX_JSON_BYTES {
        return Ok(None);
    }
    let unreadable = |_| StoreError::unreadable("compress a document");
    let mut compressed = GzEncoder::new(Vec::new(), Compression::default());
    compressed.write_all(json).map_err(unreadable)?;
    let compressed = compressed.finish().map_err(unreadable)?;
    Ok((compressed.len() <= MAX_COMPRESSED_BYTES).then_some(compressed))
}

/// Compresses a value as JSON. Returns `None` if it is too large for an item.
pub(super) fn compress_value<T: Serialize + ?Sized>(value: &T) -> Result<Option<Vec<u8>>, StoreError> {
    compress_json(&serde_json::to_vec(value).map_err(|_| StoreError::unreadable("write a document"))?)
}

/// Parses compressed JSON.
pub(super) fn decompress_json<T: DeserializeOwned>(compressed: &[u8]) -> Result<T, StoreError> {
    let unreadable = || StoreError::unreadable("read a compressed document");
    let mut json = Vec::new();
    let limit = u64::try_from(MAX_JSON_BYTES).unwrap_or(u64::MAX);
    GzDecoder::new(compressed).take(limit).read_to_end(&mut json).map_err(|_| unreadable())?;
    serde_json::from_slice(&json).map_err(|_| unreadable())
}
