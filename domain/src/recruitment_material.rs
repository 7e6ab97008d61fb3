//! The recruitment material of a partner study: what its pages tell patients beyond title, purpose, basic eligibility, sites,
//! and contact.
//!
//! An ethics board (IRB) must approve it before it is published (FDA, "Recruiting Study Subjects"). The study's file records
//! the approval with the hash of what was approved, so any later change of the wording shows.

mod approval;
mod canonical;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{
    partner_study::PartnerStudy,
    question::{Question, active_in_order},
    study_facts::{EthicsReview, MaterialHash, StudyFacts},
};
use canonical::canonical;

pub use approval::Unapproved;

/// Begins what is hashed. Changing it, or the canonical form, makes all recorded hashes invalid.
const FORM: &str = "waypoint-recruitment-material-1\n";

/// Recruitment material, by parts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecruitmentMaterial {
    /// The canonical form of each part that has content, by name, such as `facts.risks`.
    parts: BTreeMap<String, String>,
}

impl RecruitmentMaterial {
    /// Collects the recruitment material in a study's own record. Every field is listed, so a new one must be assigned to
    /// one side.
    #[must_use]
    pub fn for_study(study: &PartnerStudy) -> Self {
        let PartnerStudy {
            detailed_description,
            duration,
            facts,
            embedded_link,
            static_recruitment_link,
            questions,
            // Title
            snow_study_number: _,
            nct_number: _,
            study_name: _,
            brief_title: _,
            official_title: _,
            // Purpose
            brief_summary: _,
            conditions: _,
            study_phase: _,
            // Basic eligibility
            sex: _,
            minimum_age: _,
            maximum_age: _,
            eligibility: _,
            // Sites and contact
            sites: _,
            study_sponsor_url: _,
            vendor: _,
            domain: _,
            account_sid: _,
            flex_flow_id: _,
            // State and layout, not text
            study_sys_id: _,
            status: _,
            active: _,
            promote: _,
            sign_up_disabled: _,
            embedded_height: _,
            show_patient_id: _,
            sys_created_on: _,
            sys_updated_on: _,
        } = study;
        Self::default()
            .with_part("detailed_description", detailed_description)
            .with_part("duration", duration)
            .with_facts(facts)
            .with_part("embedded_link", embedded_link)
            .with_part("static_recruitment_link", static_recruitment_link)
            .with_part(
                "questions",
                &active_in_order(questions).into_iter().map(pre_screener).collect::<Vec<_>>(),
            )
    }

    /// Adds a part, such as a page that editors wrote about the study. Texts that differ only in line endings, the Unicode
    /// form of their letters, or white space at the end of lines are the same. Empty values are no content.
    #[must_use]
    pub fn with_part(mut self, name: &str, content: &(impl Serialize + ?Sized)) -> Self {
        self.parts.extend(canonical(&to_value(content)).map(|form| (name.to_owned(), form)));
        self
    }

    /// Adds each kind of fact as a part of its own. The approval itself is none.
    fn with_facts(mut self, facts: &StudyFacts) -> Self {
        let facts = to_value(&StudyFacts { irb: EthicsReview::default(), ..facts.clone() });
        for (key, value) in facts.as_object().into_iter().flatten() {
            self = self.with_part(&format!("facts.{key}"), value);
        }
        self
    }

    /// Whether there is nothing that an ethics board must approve.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    pub fn part_names(&self) -> impl Iterator<Item = &str> {
        self.parts.keys().map(String::as_str)
    }

    /// Returns the hash that identifies this wording.
    #[must_use]
    pub fn hash(&self) -> MaterialHash {
        let mut digest = Sha256::new_with_prefix(FORM);
        for (name, form) in &self.parts {
            digest.update(format!("{}\n{form}\n", json!(name)));
        }
        MaterialHash::new(digest.finalize().into())
    }
}

/// A question of the pre-screening. Its expected answer belongs to it, because it decides who may go on.
fn pre_screener(question: &Question) -> Value {
    json!({
        "question": question.question,
        "for_someone_else": question.for_someone_else,
        "answer": question.answer,
        "asks_age": question.asks_age,
    })
}

/// Content that can't be written down can't match an approved hash: its error takes its place.
fn to_value(content: &(impl Serialize + ?Sized)) -> Value {
    serde_json::to_value(content).unwrap_or_else(|error| Value::String(error.to_string()))
}

#[cfg(test)]
mod tests;
