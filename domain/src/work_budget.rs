//! The work budget for guesses in a request.
//!
//! Matching words exactly as typed takes linear time and always happens. Guesses (misspellings, names in other languages,
//! similar place names) cost far more, so all guesses of a request share one budget. When it is used up, the remaining words
//! are matched only as typed.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The steps per request: about twice what the most expensive query of the relevance benchmark takes.
const STEPS_PER_REQUEST: u32 = 18_000;

/// A budget of steps. A step is roughly one comparison of two words, about a tenth of a microsecond.
#[derive(Debug)]
pub struct WorkBudget {
    most: u32,
    spent: AtomicU32,
}

impl WorkBudget {
    /// Creates the budget for one request.
    #[must_use]
    pub const fn for_request() -> Self {
        Self::with_steps(STEPS_PER_REQUEST)
    }

    /// Creates a budget with this many steps.
    #[must_use]
    pub const fn with_steps(most: u32) -> Self {
        Self { most, spent: AtomicU32::new(0) }
    }

    /// Subtracts steps from the budget.
    pub fn spend(&self, steps: usize) {
        let steps = u32::try_from(steps).unwrap_or(u32::MAX);
        let add = |spent: u32| Some(spent.saturating_add(steps));
        let _ = self.spent.fetch_update(Relaxed, Relaxed, add);
    }

    /// Whether another guess may begin. A guess that has begun is always finished.
    #[must_use]
    pub fn is_left(&self) -> bool {
        self.spent() < self.most
    }

    /// The number of steps spent so far.
    #[must_use]
    pub fn spent(&self) -> u32 {
        self.spent.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budget_is_left_until_all_steps_are_spent() {
        let effort = WorkBudget::with_steps(10);
        assert!(effort.is_left());
        effort.spend(9);
        assert!(effort.is_left());
        effort.spend(usize::MAX);
        assert!(!effort.is_left() && effort.spent() == u32::MAX);
    }
}
