//! Parts of lines while their text is read.

/// The list that a line belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// Before any heading, or below one for both sides.
    General,
    /// What lets a person join.
    Inclusion,
    /// What keeps a person out.
    Exclusion,
}

/// A part of a line whose neighbors are not read yet.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) line: usize,
    pub(super) section: Section,
    pub(super) text: String,
    pub(super) level: u8,
    pub(super) bulleted: bool,
    pub(super) kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    SectionHeading,
    SubHeading,
    Criterion,
}
