//! Which of our own studies are about what somebody typed, by the same concepts as registry studies.

use std::collections::BTreeSet;

use waypoint_domain::partner_study::PartnerStudy;
use waypoint_vocabulary::{ConceptId, Reading, Vocabulary};

/// Whether a study is about everything that was understood: its name, titles or conditions name each concept, or a
/// kind of it. Words that were not understood have to stand in one of its texts.
#[must_use]
pub fn is_about(study: &PartnerStudy, reading: &Reading, vocabulary: &Vocabulary) -> bool {
    let concepts = concepts(study, vocabulary);
    let understood = |concept: &ConceptId| concepts.contains(concept);
    let mut words = reading.rest.iter().filter(|word| !vocabulary.is_plain(&word.folded));
    !reading.parts.is_empty()
        && reading.parts.iter().all(|part| part.concepts.iter().any(understood))
        && words.all(|word| study.mentions(&word.folded))
}

/// The concepts that a study's short texts name, and everything that these are kinds of.
fn concepts(study: &PartnerStudy, vocabulary: &Vocabulary) -> BTreeSet<ConceptId> {
    let texts = [&study.study_name, &study.brief_title, &study.official_title];
    let named = texts.into_iter().chain(&study.conditions).flat_map(|text| vocabulary.read_exactly(text));
    named.flat_map(|concept| vocabulary.ancestors(concept).chain([concept]).collect::<Vec<_>>()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn study(conditions: &[&str]) -> PartnerStudy {
        serde_json::from_value(serde_json::json!({
            "snow_study_number": "STU00001", "study_sys_id": "0".repeat(32), "study_name": "A",
            "brief_title": "A", "brief_summary": "Tests a gel.", "conditions": conditions, "status": "Recruiting",
            "active": true, "promote": true, "sys_created_on": "2026-01-01", "sys_updated_on": "2026-01-01",
        }))
        .unwrap()
    }

    #[test]
    fn an_own_study_is_found_by_every_name_of_its_condition_and_of_what_it_is_a_kind_of() {
        let vocabulary = Vocabulary::default();
        let table = [
            ("high blood pressure", "Hypertension", true),
            ("hipertensión", "Hypertension", true),
            ("hypertention", "Hypertension", true),
            ("cancer", "Melanoma", true),
            ("melanoma", "Neoplasms", false),
            ("asthma", "Hypertension", false),
            ("the", "Hypertension", false),
            ("hypertension gel", "Hypertension", true),
            ("hypertension lamp", "Hypertension", false),
        ];
        for (typed, condition, found) in table {
            let reading = vocabulary.read(typed);
            assert_eq!(
                is_about(&study(&[condition]), &reading, &vocabulary),
                found,
                "{typed} in {condition}"
            );
        }
    }
}
