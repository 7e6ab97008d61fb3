//! Splits a study's eligibility text into who can join and who can't.
//!
//! Study teams write these texts freely: with any bullet or none, with headings in every spelling, and with a pair of lists
//! for each group of people. The text is read line by line, without losing a word ([`classify`]): each line is in one list,
//! or is a heading that only names a section.
//!
//! - [`marker`], [`nesting`], and [`inline_items`]: bullets, numbers, levels, and lists in one line
//! - [`section_phrase`], [`section_heading`], [`named_heading`], and [`joining_sentence`]: what opens a list
//! - [`groups`]: groups of people with their own lists
//! - [`sub_heading`]: headings in a list
//! - [`other_criteria`]: sentences that belong to neither list

mod criterion;
mod draft;
mod groups;
mod inline_items;
mod joining_sentence;
mod line_part;
mod marker;
mod named_heading;
mod nesting;
mod other_criteria;
mod section_heading;
mod section_phrase;
mod sub_heading;
mod words;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

pub use criterion::Criterion;
pub use draft::Section;
pub use line_part::{LinePart, Role, classify, lines};

/// The criteria of a study.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct EligibilityCriteria {
    /// Requirements for joining.
    pub inclusion: Vec<Criterion>,
    /// Reasons for not being able to join.
    pub exclusion: Vec<Criterion>,
    /// Lines before any heading, or in a text without one.
    pub general: Vec<Criterion>,
    /// Whether the text says that the study has more criteria, which it doesn't name.
    #[serde(default)]
    pub has_others: bool,
}

impl EligibilityCriteria {
    /// Splits a text.
    #[must_use]
    pub fn split(text: &str) -> Self {
        let mut criteria = Self::default();
        for part in classify(text) {
            match part.role {
                Role::Criterion(line) | Role::RepeatedGroup(line) => {
                    criteria.list_mut(part.section).push(line);
                }
                Role::OtherCriteria(_) => criteria.has_others = true,
                Role::SectionHeading(_) => {}
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
mod sides_tests;
#[cfg(test)]
mod tests;
