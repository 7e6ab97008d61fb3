//! Removes uploaded documents that never became part of a sign-up, or whose sign-up was erased.

use jiff::Timestamp;
use waypoint_domain::document::DocumentId;

use crate::{
    clock::Clock,
    external::documents::{DocumentFailure, Documents},
    store::{StoreError, Uploads},
};

/// Documents read per batch.
const BATCH_SIZE: i32 = 100;

/// Why a document was not removed.
#[derive(Debug, thiserror::Error)]
pub enum RemovalError {
    /// The bucket failed.
    #[error(transparent)]
    Bucket(#[from] DocumentFailure),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Removes a document that isn't part of a sign-up. Documents of a sign-up stay. After an error, a later run removes
/// it.
pub async fn remove(
    (uploads, documents): (&Uploads, &Documents),
    id: &DocumentId,
    now: Timestamp,
) -> Result<(), RemovalError> {
    let Some(bucket) = documents.bucket() else { return Ok(()) };
    if !uploads.reserve_for_removal(id).await? {
        return Ok(());
    }
    bucket.remove(id, now).await?;
    Ok(uploads.forget(id, now).await?)
}

/// Removes expired documents while there is time. Returns how many were removed and how many failed.
pub async fn remove_expired(
    (uploads, documents): (&Uploads, &Documents),
    clock: &Clock,
    is_time_left: impl Fn() -> bool,
) -> Result<(usize, usize), StoreError> {
    let (mut removed, mut failed) = (0, 0);
    if documents.bucket().is_none() {
        return Ok((removed, failed));
    }
    loop {
        let expired = uploads.due_for_removal(clock.now(), BATCH_SIZE).await?;
        let before = removed;
        for id in &expired {
            if !is_time_left() {
                return Ok((removed, failed));
            }
            match remove((uploads, documents), id, clock.now()).await {
                Ok(()) => removed += 1,
                Err(error) => {
                    tracing::error!(%error, "a document could not be removed; the next run tries again");
                    failed += 1;
                }
            }
        }
        // The next batch would only contain the failed documents again.
        if expired.is_empty() || removed == before || failed > 0 {
            return Ok((removed, failed));
        }
    }
}
