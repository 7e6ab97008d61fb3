//! Removing records that the registry no longer has. Pages may shift while they are read, so records that a full run didn't
//! see are requested again by number before they are removed.

use waypoint_domain::nct_id::NctId;

use super::{
    run::{Sync, SyncError},
    state::SyncState,
};
use crate::external::registry_client::{MOST_NUMBERS, Wanted};

/// This many records may always be missing.
const ALWAYS_BELIEVED: usize = 100;
/// Up to one in this many records may be missing. If more are, the response is not trusted.
const ONE_IN: usize = 10;

impl Sync<'_> {
    /// Removes records that the registry no longer has. Returns the number of remaining records.
    pub(super) async fn remove_what_is_gone(&self, state: &mut SyncState) -> Result<usize, SyncError> {
        let (pages, total) = state.run.as_ref().map_or((0, None), |run| (run.pages, run.total));
        let met = self.registry.roll(pages).await?;
        let all = total.unwrap_or(met.len());
        self.believe(state, all.saturating_sub(met.len()), all).await?;
        let mut missing = Vec::new();
        let mut kept = 0;
        let mut table = self.registry.all_marks();
        while let Some(marks) = table.next().await? {
            kept += marks.len();
            missing.extend(marks.into_iter().map(|(number, _)| number).filter(|number| !is_in(&met, number)));
        }
        self.believe(state, missing.len(), kept).await?;
        for some in missing.chunks(MOST_NUMBERS) {
            kept -= self.remove_those_gone(state, some).await?;
        }
        Ok(kept)
    }

    /// Ends the run if too many records are missing. Its pages can't be trusted, so the next run reads everything again.
    async fn believe(&self, state: &mut SyncState, missing: usize, all: usize) -> Result<(), SyncError> {
        if missing <= ALWAYS_BELIEVED.max(all / ONE_IN) {
            return Ok(());
        }
        state.run = None;
        self.registry.set_sync_state(state).await?;
        Err(SyncError::Shrunk { missing, all })
    }

    async fn remove_those_gone(&self, state: &mut SyncState, some: &[NctId]) -> Result<usize, SyncError> {
        let page = self.client.page(Wanted::Numbers(some), None, MOST_NUMBERS).await?;
        let there = page.numbers();
        let gone: Vec<NctId> = some.iter().filter(|number| !there.contains(number)).cloned().collect();
        self.merge(state, page).await?;
        if !gone.is_empty() {
            self.before_a_change(state).await?;
            self.registry.remove(&gone).await?;
            if let Some(run) = &mut state.run {
                run.counts.removed += gone.len();
            }
        }
        Ok(gone.len())
    }
}

fn is_in(met: &[u32], number: &NctId) -> bool {
    number.as_str()[3..].parse().is_ok_and(|digits: u32| met.binary_search(&digits).is_ok())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

    use super::*;

    #[test]
    fn record_numbers_are_found_by_their_digits() {
        let met = [1, 20, 99_999_999];
        for (number, expected) in
            [("NCT00000001", true), ("NCT00000020", true), ("NCT99999999", true), ("NCT00000002", false)]
        {
            assert_eq!(is_in(&met, &number.parse().unwrap()), expected, "{number}");
        }
    }
}
