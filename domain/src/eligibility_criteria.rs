//! Splitting a study's eligibility text into who can join and who can't.
//!
//! Study teams write these texts freely: with any bullet or none, with headings in every spelling,
//! one list for each group of people. The splitter reads line by line ([`classify`]) and loses no
//! word: each line stands in one list or is a heading that only names a section.

mod criterion;
mod draft;
mod line_part;
mod marker;
mod nesting;
mod section_heading;
mod sub_heading;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

pub use criterion::Criterion;
pub use draft::Section;
pub use line_part::{LinePart, Role, classify, lines};

/// The criteria of a study, by what they do.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct EligibilityCriteria {
    /// What lets a person join.
    pub inclusion: Vec<Criterion>,
    /// What keeps a person out.
    pub exclusion: Vec<Criterion>,
    /// Lines that stand before any heading, or in a text without one.
    pub general: Vec<Criterion>,
}

impl EligibilityCriteria {
    /// Splits a text.
    #[must_use]
    pub fn split(text: &str) -> Self {
        let mut criteria = Self::default();
        for part in classify(text) {
            if let Role::Criterion(criterion) = part.role {
                criteria.list_mut(part.section).push(criterion);
            }
        }
        criteria
    }

    /// Whether there is no criterion at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.inclusion.is_empty() && self.exclusion.is_empty() && self.general.is_empty()
    }

    fn list_mut(&mut self, section: Section) -> &mut Vec<Criterion> {
        match section {
            Section::General => &mut self.general,
            Section::Inclusion => &mut self.inclusion,
            Section::Exclusion => &mut self.exclusion,
        }
    }
}

#[cfg(test)]
mod tests;
