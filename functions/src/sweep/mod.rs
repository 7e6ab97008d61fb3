//! The sweep erases what DynamoDB's TTL can't: sign-ups whose privacy notice was not accepted in time, the rest of
//! interrupted erasures, and documents that don't belong to a sign-up.
//!
//! - [`function`]: the scheduled function

pub mod function;

use crate::{
    audit_log::Actor,
    context::Context,
    store::{NextPage, StoreError},
    uploads::UploadedDocuments,
};

/// How many items one query reads.
const PAGE_SIZE: i32 = 100;

/// The result of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SweepReport {
    /// Participants who were erased.
    pub erased: usize,
    /// Documents that were removed.
    pub documents: usize,
    /// Participants and documents that failed, and are left for the next run.
    pub failed: usize,
}

/// Erases everything that is due, while there is time. Fails only if the due items can't be read. The next run
/// continues.
pub async fn sweep(context: &Context, is_time_left: impl Fn() -> bool) -> Result<SweepReport, StoreError> {
    let mut swept = SweepReport::default();
    let now = context.clock.now();
    for id in context.erasure_requests.interrupted(PAGE_SIZE, now).await? {
        if !is_time_left() {
            return Ok(swept);
        }
        swept.count(context.erasure_requests.carry_out(&id, now).await.map(|_| true));
    }
    let mut from: Option<NextPage> = None;
    loop {
        let (owners, next) = context.participants.expired_sign_ups(now, PAGE_SIZE, from).await?;
        for owner in owners {
            if !is_time_left() {
                return Ok(swept);
            }
            swept.count(
                context.participants.erase_expired(&context.sessions, &owner, Actor::Schedule, now).await,
            );
        }
        if next.is_none() {
            break;
        }
        from = next;
    }
    let documents =
        UploadedDocuments { uploads: context.uploads.clone(), documents: context.documents.clone() };
    let (removed, failed) = documents.remove_expired(&context.clock, is_time_left).await?;
    swept.documents += removed;
    swept.failed += failed;
    Ok(swept)
}

impl SweepReport {
    fn count(&mut self, outcome: Result<bool, StoreError>) {
        match outcome {
            Ok(was_erased) => self.erased += usize::from(was_erased),
            Err(error) => {
                tracing::error!(%error, "erasing failed, the next run tries again");
                self.failed += 1;
            }
        }
    }
}
