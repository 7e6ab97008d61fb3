//! How much work a request may put into guessing what somebody meant.
//!
//! Reading words as they are typed takes work in proportion to their number, and always happens. Guesses (slips of spelling,
//! names in several languages, places that are nearly called so) cost far more, so all guesses of a request share one budget.
//! When it is used up, the remaining words are read as they stand.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The steps of a request: about twice what the costliest of the judged queries takes.
const STEPS_OF_A_REQUEST: u32 = 18_000;

/// A budget of steps. A step is about the comparison of two words, and takes about a tenth of a microsecond.
#[derive(Debug)]
pub struct Effort {
    most: u32,
    spent: AtomicU32,
}

impl Effort {
    /// The budget of one request.
    #[must_use]
    pub const fn of_request() -> Self {
        Self::of_steps(STEPS_OF_A_REQUEST)
    }

    /// A budget of so many steps.
    #[must_use]
    pub const fn of_steps(most: u32) -> Self {
        Self { most, spent: AtomicU32::new(0) }
    }

    /// Counts steps that were taken.
    pub fn spend(&self, steps: usize) {
        let steps = u32::try_from(steps).unwrap_or(u32::MAX);
        let add = |spent: u32| Some(spent.saturating_add(steps));
        let _ = self.spent.fetch_update(Relaxed, Relaxed, add);
    }

    /// Whether another guess may be made. One that has begun is finished, and each is small.
    #[must_use]
    pub fn is_left(&self) -> bool {
        self.spent() < self.most
    }

    /// How many steps were taken.
    #[must_use]
    pub fn spent(&self) -> u32 {
        self.spent.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_left_until_its_steps_are_taken() {
        let effort = Effort::of_steps(10);
        assert!(effort.is_left());
        effort.spend(9);
        assert!(effort.is_left());
        effort.spend(usize::MAX);
        assert!(!effort.is_left() && effort.spent() == u32::MAX);
    }
}
