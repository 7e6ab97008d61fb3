//! Documents that people upload: what becomes of them when nobody signs up with them, or is erased.

use waypoint_domain::document::DocumentId;

use crate::{context::Context, external::documents::DocumentFailure, store::StoreError};

/// How many are read in one step.
const AT_ONCE: i32 = 100;

/// A document was not removed.
#[derive(Debug, thiserror::Error)]
pub enum NotRemoved {
    /// The bucket.
    #[error(transparent)]
    Bucket(#[from] DocumentFailure),
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Removes a document that waits for a sign-up. One that a sign-up holds stays.
///
/// # Errors
/// When the bucket or the store does not answer; then a later run removes it.
pub async fn remove(context: &Context, id: &DocumentId) -> Result<(), NotRemoved> {
    let Some(bucket) = context.documents.bucket() else { return Ok(()) };
    if !context.uploads.claim(id).await? {
        return Ok(());
    }
    let now = context.clock.now();
    bucket.remove(id, now).await?;
    Ok(context.uploads.forget(id, now).await?)
}

/// Removes documents whose time is over, as long as there is time. Tells how many were removed, and how many were not.
///
/// # Errors
/// When the store does not tell which.
pub async fn remove_over(
    context: &Context,
    is_time_left: impl Fn() -> bool,
) -> Result<(usize, usize), StoreError> {
    let (mut removed, mut failed) = (0, 0);
    if context.documents.bucket().is_none() {
        return Ok((removed, failed));
    }
    loop {
        let over = context.uploads.over(context.clock.now(), AT_ONCE).await?;
        let before = removed;
        for id in &over {
            if !is_time_left() {
                return Ok((removed, failed));
            }
            match remove(context, id).await {
                Ok(()) => removed += 1,
                Err(error) => {
                    tracing::error!(%error, "a document waits for the next run to be removed");
                    failed += 1;
                }
            }
        }
        // What could not be removed would only be found again.
        if over.is_empty() || removed == before || failed > 0 {
            return Ok((removed, failed));
        }
    }
}
