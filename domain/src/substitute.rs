//! What a group gets in place of the tested treatment.

/// What a group gets in place of the tested treatment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Substitute {
    /// A medicine that looks like the tested one and has no effect.
    Placebo,
    /// A procedure or device that only looks like the tested one.
    Sham,
    /// The group gets a real treatment or none.
    Neither,
}
