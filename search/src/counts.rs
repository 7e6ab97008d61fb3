//! How many studies fit, and how many would with another choice.

/// How many studies fit, and how many would if a filter were set to one of its values and the others stayed as they
/// are. Studies that do not take people as it is asked for are not counted.
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
    /// By phase, in the order of [`Phase::ALL`](waypoint_domain::phase::Phase::ALL).
    pub phase: [usize; 5],
    /// Those that take healthy people.
    pub healthy: usize,
    /// Those that take nobody but patients, or do not say.
    pub patients: usize,
}

/// What is counted while studies are looked at: each by its own code, so that one takes few steps.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) all: usize,
    pub(crate) sex: [usize; 4],
    pub(crate) kind: [usize; 4],
    pub(crate) age_groups: [usize; 8],
    pub(crate) phases: [usize; 32],
    pub(crate) healthy: [usize; 2],
}

impl Tally {
    pub(crate) fn counts(&self) -> Counts {
        Counts {
            all: self.all,
            female: self.sex[0] + self.sex[1],
            male: self.sex[0] + self.sex[2],
            kind: self.kind,
            age_group: with_bit(&self.age_groups),
            phase: with_bit(&self.phases),
            healthy: self.healthy[1],
            patients: self.healthy[0],
        }
    }
}

/// For each bit, how many were counted by a code that has it.
fn with_bit<const BITS: usize>(by_code: &[usize]) -> [usize; BITS] {
    std::array::from_fn(|bit| {
        let with = by_code.iter().enumerate().filter(|(code, _)| code >> bit & 1 == 1);
        with.map(|(_, count)| count).sum()
    })
}
