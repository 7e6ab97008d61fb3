//! The number of matching studies, in total and per filter value.

/// How many studies match, and how many would match if one filter were set to a value and the others stayed the same.
/// Studies with an excluded recruitment status are not counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// Studies that match all filters.
    pub total: usize,
    /// Studies that women can join.
    pub female: usize,
    /// Studies that men can join.
    pub male: usize,
    /// By study type: interventional, observational, expanded access, unstated.
    pub study_type: [usize; 4],
    /// By age group, in the order of [`AgeGroup::ALL`](crate::AgeGroup::ALL).
    pub age_group: [usize; 3],
    /// By phase, in the order of [`Phase::ALL`](waypoint_domain::phase::Phase::ALL).
    pub phase: [usize; 5],
    /// Studies that match all filters and state this about taking part, in the order of
    /// [`Participation::ALL`](waypoint_domain::participation::Participation::ALL).
    pub participation: [usize; 3],
    /// Studies that accept healthy volunteers.
    pub healthy: usize,
    /// Studies that accept only patients, or don't say.
    pub patients: usize,
}

/// Counts by combined code, so that counting one study takes few steps.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) total: usize,
    pub(crate) sex: [usize; 4],
    pub(crate) study_type: [usize; 4],
    pub(crate) age_groups: [usize; 8],
    pub(crate) phases: [usize; 32],
    pub(crate) healthy: [usize; 2],
    pub(crate) participation: [usize; 8],
}

impl Tally {
    pub(crate) fn counts(&self) -> Counts {
        Counts {
            total: self.total,
            female: self.sex[0] + self.sex[1],
            male: self.sex[0] + self.sex[2],
            study_type: self.study_type,
            age_group: with_bit(&self.age_groups),
            phase: with_bit(&self.phases),
            participation: with_bit(&self.participation),
            healthy: self.healthy[1],
            patients: self.healthy[0],
        }
    }
}

/// Returns, for each bit, the sum of the counts whose code has that bit set.
fn with_bit<const BITS: usize>(by_code: &[usize]) -> [usize; BITS] {
    std::array::from_fn(|bit| {
        let with = by_code.iter().enumerate().filter(|(code, _)| code >> bit & 1 == 1);
        with.map(|(_, count)| count).sum()
    })
}
