//! How many studies fit, and how many would with another choice.

/// How many studies fit, and how many would if a filter were set to one of its values and the others stayed as they
/// are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Studies that fit.
    pub all: usize,
    /// Those that women can join.
    pub female: usize,
    /// Those that men can join.
    pub male: usize,
    /// By what kind they are: interventional, observational, expanded access, unstated.
    pub kind: [usize; 4],
    /// By the age groups that they admit, in the order of [`AgeGroup::ALL`](crate::AgeGroup::ALL).
    pub age_group: [usize; 3],
    /// By phase, in the order of [`Phase::ALL`](crate::Phase::ALL).
    pub phase: [usize; 5],
    /// By whether they take people, in the order of [`Standing::ALL`](crate::Standing::ALL).
    pub standing: [usize; 3],
    /// Those that take healthy people.
    pub healthy: usize,
    /// Those that take nobody but patients, or do not say.
    pub patients: usize,
}
