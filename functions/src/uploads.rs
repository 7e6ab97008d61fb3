//! Removes uploaded documents that never became part of a sign-up, or whose sign-up was erased.

use waypoint_domain::document::DocumentId;

use crate::{context::Context, external::documents::DocumentFailure, store::StoreError};

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
pub async fn remove(context: &Context, id: &DocumentId) -> Result<(), RemovalError> {
    let Some(bucket) = context.documents.bucket() else { return Ok(()) };
    if !context.uploads.reserve_for_removal(id).await? {
        return Ok(());
    }
    let now = context.clock.now();
    bucket.remove(id, now).await?;
    Ok(context.uploads.forget(id, now).await?)
}

/// Removes expired documents while there is time. Returns how many were removed and how many failed.
pub async fn remove_expired(
    context: &Context,
    is_time_left: impl Fn() -> bool,
) -> Result<(usize, usize), StoreError> {
    let (mut removed, mut failed) = (0, 0);
    if context.documents.bucket().is_none() {
        return Ok((removed, failed));
    }
    loop {
        let expired = context.uploads.due_for_removal(context.clock.now(), BATCH_SIZE).await?;
        let before = removed;
        for id in &expired {
            if !is_time_left() {
                return Ok((removed, failed));
            }
            match remove(context, id).await {
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
