//! Response clocks that are due: reminders to the study team, and later the escalation (E-545, E-546). A run reads only
//! due clocks, however many are running.

use crate::{context::Context, store::StoreError};

/// How many clocks one query reads.
const PAGE_SIZE: i32 = 100;

/// Takes the next step of each due clock, while there is time. A failure concerns one participant, and the next run tries
/// again. Fails only if the due clocks can't be read.
pub(super) async fn advance_due(
    context: &Context,
    is_time_left: impl Fn() -> bool,
) -> Result<(), StoreError> {
    let now = context.clock.now();
    let mut from = None;
    loop {
        let (owners, next) = context.participants.due_clocks(now, PAGE_SIZE, from).await?;
        for owner in owners {
            if !is_time_left() {
                return Ok(());
            }
            if let Err(error) = context.participants.advance_clock(&owner, now).await {
                let (operation, kind) = (error.operation, error.kind);
                tracing::error!(operation, kind, "advancing a response clock failed");
            }
        }
        match next {
            Some(next) => from = Some(next),
            None => return Ok(()),
        }
    }
}
