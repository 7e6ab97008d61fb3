//! Erasing what is over and does not leave by itself: sign-ups whose privacy notice was not accepted in time, and what an
//! interrupted erasure has left, and documents that no sign-up holds. What can leave item by item is removed by its table.
//!
//! - [`function`]: the run as a function on a schedule

pub mod function;

use crate::{
    audit_trail::Actor,
    context::Context,
    store::{NextPage, StoreError},
    uploads,
};

/// How many are read in one step.
const AT_ONCE: i32 = 100;

/// What a run did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Swept {
    /// Participants of whom nothing is left.
    pub erased: usize,
    /// Documents that were removed.
    pub documents: usize,
    /// Participants of whom something is left for the next run, and documents that are.
    pub failed: usize,
}

/// Erases what is over, as long as there is time.
///
/// # Errors
/// When the store does not tell what is over; the next run goes on.
pub async fn sweep(context: &Context, is_time_left: impl Fn() -> bool) -> Result<Swept, StoreError> {
    let mut swept = Swept::default();
    let now = context.clock.now();
    for id in context.deletions.interrupted(AT_ONCE, now).await? {
        if !is_time_left() {
            return Ok(swept);
        }
        swept.note(context.deletions.carry_out(&id, now).await.map(|_| true));
    }
    let mut from: Option<NextPage> = None;
    loop {
        let (owners, next) = context.participants.over(now, AT_ONCE, from).await?;
        for owner in owners {
            if !is_time_left() {
                return Ok(swept);
            }
            swept.note(
                context
                    .participants
                    .erase_what_is_over(&context.sessions, &owner, Actor::Schedule, now)
                    .await,
            );
        }
        if next.is_none() {
            break;
        }
        from = next;
    }
    let (removed, failed) = uploads::remove_over(context, is_time_left).await?;
    swept.documents += removed;
    swept.failed += failed;
    Ok(swept)
}

impl Swept {
    fn note(&mut self, outcome: Result<bool, StoreError>) {
        match outcome {
            Ok(was_erased) => self.erased += usize::from(was_erased),
            Err(error) => {
                tracing::error!(%error, "something that is over waits for the next run");
                self.failed += 1;
            }
        }
    }
}
