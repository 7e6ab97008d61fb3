//! What a registry record states about taking part, in plain sentences. Nothing is guessed: a topic that the record doesn't
//! state is left out.
//!
//! - [`groups`]: the groups and what they get, with the chance of a placebo ([`substitute`])
//! - [`blinding`]: who knows which treatment a participant gets
//! - [`participation`]: procedures and length
//! - [`course`]: measures, size, dates, and results
//! - [`design_traits`]: what is typical of the design, for [`questions_to_ask`](crate::study_questions::questions_to_ask)

mod blinding;
mod course;
mod design_traits;
mod groups;
mod participation;
mod substitute;

use std::collections::BTreeSet;

use crate::{
    registry_study::RegistryStudy,
    study_fact::{Fact, FactTopic},
    study_questions::questions_to_ask,
};

pub use design_traits::design_traits;
pub use substitute::{no_group_gets_a_placebo, placebo_in_short};

/// Returns what a record states about each topic, in the order in which patients ask.
#[must_use]
pub fn registry_facts(study: &RegistryStudy) -> Vec<Fact> {
    let design = &study.design;
    let topics = [
        (FactTopic::Groups, groups::statements(study)),
        (FactTopic::Blinding, blinding::statements(&design.masking)),
        (FactTopic::Procedures, participation::procedures(study)),
        (FactTopic::Length, participation::length(design)),
        (FactTopic::Results, course::results(study)),
        (FactTopic::Measures, course::measures(design)),
        (FactTopic::Size, course::size(study)),
        (FactTopic::Dates, course::dates(design)),
    ];
    let stated = topics.into_iter().filter(|(_, statements)| !statements.is_empty());
    stated.map(|(topic, statements)| Fact::new(topic, distinct(statements))).collect()
}

/// Some records name a group or measure twice.
fn distinct(statements: Vec<String>) -> Vec<String> {
    let mut known = BTreeSet::new();
    statements.into_iter().filter(|statement| known.insert(statement.clone())).collect()
}

/// Returns the questions to ask about a study, from what its facts leave out and its design. A study that has ended has none.
#[must_use]
pub fn registry_questions(study: &RegistryStudy, facts: &[Fact]) -> Vec<String> {
    if study.status.has_ended() { Vec::new() } else { questions_to_ask(facts, &design_traits(study)) }
}

#[cfg(test)]
mod tests;
