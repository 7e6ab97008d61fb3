//! The best studies of those that were found.

use std::collections::BinaryHeap;

use tantivy::DocId;

/// A study with its rank. Better studies compare as smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RankedStudy {
    pub(crate) primary: u32,
    pub(crate) secondary: u32,
    /// Unique per study, so that the order is the same on every page.
    pub(crate) number: u32,
    pub(crate) doc: DocId,
}

/// The best studies so far, at most as many as requested.
#[derive(Debug)]
pub(crate) struct BestStudies {
    worst_first: BinaryHeap<RankedStudy>,
    most: usize,
}

impl BestStudies {
    pub(crate) fn at_most(most: usize) -> Self {
        Self { worst_first: BinaryHeap::new(), most }
    }

    /// Adds a study if it is among the best.
    pub(crate) fn add(&mut self, study: RankedStudy) {
        match self.worst() {
            None if self.most > 0 => self.worst_first.push(study),
            Some(worst) if study < *worst => {
                self.worst_first.pop();
                self.worst_first.push(study);
            }
            _ => {}
        }
    }

    /// Returns the worst of the best studies, if there are as many as requested. A study that compares as greater is not
    /// among the best.
    pub(crate) fn worst(&self) -> Option<&RankedStudy> {
        if self.worst_first.len() < self.most { None } else { self.worst_first.peek() }
    }

    /// Removes and returns the best studies, best first.
    pub(crate) fn take(&mut self) -> Vec<RankedStudy> {
        std::mem::take(&mut self.worst_first).into_sorted_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_studies_are_the_first_in_order() {
        let study = |primary: u32, number: u32| RankedStudy { primary, secondary: 0, number, doc: number };
        let all = [study(5, 1), study(2, 2), study(9, 3), study(2, 4), study(7, 5)];
        let best = |most: usize| {
            let mut best = BestStudies::at_most(most);
            for study in all {
                best.add(study);
            }
            best.take().into_iter().map(|study| study.number).collect::<Vec<_>>()
        };
        assert_eq!(best(9), [2, 4, 1, 5, 3]);
        assert_eq!(best(2), [2, 4]);
        assert_eq!(best(0), [0_u32; 0]);
    }
}
