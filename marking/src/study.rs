//! What a study asks for.

use waypoint_domain::{age_range::AgeRange, sex::Sex};

/// What a study asks for.
#[derive(Debug, Clone, Copy)]
pub struct Study<'a> {
    /// The ages that it admits.
    pub ages: AgeRange,
    /// The sexes that it admits.
    pub sex: Sex,
    /// Its criteria, as the study writes them.
    pub eligibility: &'a str,
}
