//! Removes uploaded documents that never became part of a sign-up, or whose sign-up was erased.

use std::convert::Infallible;

use axum::extract::{FromRef, FromRequestParts};
use http::request::Parts;
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

/// The documents that visitors uploaded, and what is stored of each.
#[derive(Debug, Clone)]
pub struct UploadedDocuments {
    /// What is stored of each document.
    pub uploads: Uploads,
    /// The documents.
    pub documents: Documents,
}

impl<S: Send + Sync> FromRequestParts<S> for UploadedDocuments
where
    Uploads: FromRef<S>,
    Documents: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, state: &S) -> Result<Self, Infallible> {
        Ok(Self { uploads: Uploads::from_ref(state), documents: Documents::from_ref(state) })
    }
}

impl UploadedDocuments {
    /// Removes a document that isn't part of a sign-up. Documents of a sign-up stay. After an error, a later run removes
    /// it.
    pub async fn remove(&self, id: &DocumentId, now: Timestamp) -> Result<(), RemovalError> {
        let Some(bucket) = self.documents.bucket() else { return Ok(()) };
        if !self.uploads.reserve_for_removal(id).await? {
            return Ok(());
        }
        bucket.remove(id, now).await?;
        Ok(self.uploads.forget(id, now).await?)
    }

    /// Removes a document. If that fails, the sweep removes it later.
    pub(crate) async fn try_remove(&self, id: &DocumentId, now: Timestamp) {
        if let Err(error) = self.remove(id, now).await {
            tracing::error!(%error, "a document could not be removed; the sweep tries again");
        }
    }

    /// Removes expired documents while there is time. Returns how many were removed and how many failed.
    pub async fn remove_expired(
        &self,
        clock: &Clock,
        is_time_left: impl Fn() -> bool,
    ) -> Result<(usize, usize), StoreError> {
        let (mut removed, mut failed) = (0, 0);
        if self.documents.bucket().is_none() {
            return Ok((removed, failed));
        }
        loop {
            let expired = self.uploads.due_for_removal(clock.now(), BATCH_SIZE).await?;
            let before = removed;
            for id in &expired {
                if !is_time_left() {
                    return Ok((removed, failed));
                }
                match self.remove(id, clock.now()).await {
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
}
