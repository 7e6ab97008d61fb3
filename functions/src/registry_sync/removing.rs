//! Removing records that the registry no longer has. Pages may shift while they are read, so records that a full
//! run didn't see are requested again by number before they are removed.

use waypoint_domain::nct_id::NctId;

use super::{
    report::RecordProblem,
    run::{Sync, SyncError},
    state::SyncState,
};
use crate::external::registry_client::{MAX_NUMBERS, StudySelection};

/// This many records may always be missing.
const ALWAYS_ACCEPTED: usize = 100;
/// Up to one in this many records may be missing. If more are, the response is not trusted.
const ACCEPTED_ONE_IN: usize = 10;

impl Sync<'_> {
    /// Removes records that the registry no longer has. Returns the number of remaining records. Adds the problems with
    /// records that it reads again.
    pub(super) async fn remove_missing_records(
        &self,
        state: &mut SyncState,
        problems: &mut Vec<RecordProblem>,
    ) -> Result<usize, SyncError> {
        let (pages, total) = state.run.as_ref().map_or((0, None), |run| (run.pages, run.total));
        let seen = self.registry.page_numbers(pages).await?;
        let expected = total.unwrap_or(seen.len());
        self.check_missing(state, expected.saturating_sub(seen.len()), expected).await?;
        let mut missing = Vec::new();
        let mut remaining = 0;
        let mut table = self.registry.all_marks();
        while let Some(marks) = table.next().await? {
            remaining += marks.len();
            missing.extend(
                marks.into_iter().map(|(number, _)| number).filter(|number| !contains(&seen, number)),
            );
        }
        self.check_missing(state, missing.len(), remaining).await?;
        for chunk in missing.chunks(MAX_NUMBERS) {
            remaining -= self.remove_if_gone(state, chunk, problems).await?;
        }
        Ok(remaining)
    }

    /// Ends the run if too many records are missing. Its pages can't be trusted, so the next run reads everything
    /// again.
    async fn check_missing(
        &self,
        state: &mut SyncState,
        missing: usize,
        all: usize,
    ) -> Result<(), SyncError> {
        if missing <= ALWAYS_ACCEPTED.max(all / ACCEPTED_ONE_IN) {
            return Ok(());
        }
        state.run = None;
        self.registry.set_sync_state(state).await?;
        Err(SyncError::TooManyMissing { missing, all })
    }

    async fn remove_if_gone(
        &self,
        state: &mut SyncState,
        chunk: &[NctId],
        problems: &mut Vec<RecordProblem>,
    ) -> Result<usize, SyncError> {
        let page = self.client.page(StudySelection::Numbers(chunk), None, MAX_NUMBERS).await?;
        let there = page.numbers();
        let gone: Vec<NctId> = chunk.iter().filter(|number| !there.contains(number)).cloned().collect();
        problems.extend(self.merge(state, page).await?);
        if !gone.is_empty() {
            self.prepare_change(state).await?;
            self.registry.remove(&gone).await?;
            if let Some(run) = &mut state.run {
                run.counts.removed += gone.len();
            }
        }
        Ok(gone.len())
    }
}

fn contains(seen: &[u32], number: &NctId) -> bool {
    number.as_str()[3..].parse().is_ok_and(|digits: u32| seen.binary_search(&digits).is_ok())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

    use super::*;

    #[test]
    fn record_numbers_are_found_by_their_digits() {
        let seen = [1, 20, 99_999_999];
        for (number, expected) in
            [("NCT00000001", true), ("NCT00000020", true), ("NCT99999999", true), ("NCT00000002", false)]
        {
            assert_eq!(contains(&seen, &number.parse().unwrap()), expected, "{number}");
        }
    }
}
