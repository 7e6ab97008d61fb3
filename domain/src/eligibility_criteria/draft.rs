//! Parts of lines before their neighbors are known.

/// The list that a line belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// Before any heading, or below a heading for both lists.
    General,
    /// Requirements for joining.
    Inclusion,
    /// Reasons for not being able to join.
    Exclusion,
}

/// A part of a line.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub(super) line: usize,
    pub(super) section: Section,
    pub(super) text: String,
    pub(super) level: u8,
    pub(super) bulleted: bool,
    pub(super) kind: Kind,
    /// Set if the part is a heading that opens a section.
    pub(super) opens: Option<Opening>,
}

/// A heading that opens a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Opening {
    /// The group of people that the heading names, such as 'children' in 'Inclusion Criteria (children)'.
    pub(super) group: Option<String>,
}

/// What a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    SectionHeading,
    SubHeading,
    /// The name of a group, repeated in its second list.
    RepeatedGroup,
    /// A sentence that says only that there are more criteria.
    OtherCriteria,
    Criterion,
}

impl Draft {
    /// Whether the part is a heading that opens this section.
    pub(super) fn opens_section(&self, section: Section) -> bool {
        self.opens.is_some() && self.section == section
    }

    /// Whether the part is a heading that names a group of people.
    pub(super) fn names_group(&self) -> bool {
        self.opens.as_ref().is_some_and(|opening| opening.group.is_some())
    }
}
