//! Texts as sponsors wrote them, where a file of registry records is at hand.

#![allow(clippy::unwrap_used, reason = "a test may stop where it fails")]

use std::path::Path;

use serde_json::Value;
use waypoint_registry::parse_study;

fn records() -> Vec<Value> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/registry/studies.json");
    let Ok(text) = std::fs::read(file) else {
        eprintln!("skipped: there is no copy of the registry's records beside the project");
        return Vec::new();
    };
    let file: Value = serde_json::from_slice(&text).unwrap();
    file["studies"].as_array().unwrap().clone()
}

/// Puts a text into the criteria of a record.
fn with_criteria(record: &Value, text: &str) -> Value {
    let mut record = record.clone();
    record["protocolSection"]["eligibilityModule"]["eligibilityCriteria"] = text.into();
    record
}

#[test]
fn comparisons_in_real_texts_survive_as_written_and_as_references() {
    for record in records() {
        let Ok(study) = parse_study(&record) else { continue };
        let written = record["protocolSection"]["eligibilityModule"]["eligibilityCriteria"].as_str();
        let written = written.unwrap_or_default();
        assert_eq!(study.eligibility_criteria, written, "{}", study.nct_id);

        let written = written.replace("\\<", "<").replace("\\>", ">").replace("\\&", "&");
        let escaped =
            written.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('≥', "&ge;");
        let study = parse_study(&with_criteria(&record, &escaped)).unwrap();
        assert_eq!(study.eligibility_criteria.trim(), written.trim(), "{}", study.nct_id);
    }
}
