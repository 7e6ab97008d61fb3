//! Eligibility texts as study teams wrote them, where a file of registry records is at hand.

use std::path::{Path, PathBuf};

use waypoint_domain::eligibility_criteria::{Criterion, EligibilityCriteria, Role, Section, classify, lines};

fn records_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/registry/studies.json")
}

fn texts() -> Vec<(String, String)> {
    let Ok(file) = std::fs::read(records_file()) else {
        eprintln!("no registry records on this machine: skipped");
        return Vec::new();
    };
    let records: serde_json::Value =
        serde_json::from_slice(&file).unwrap_or_else(|error| panic!("{}: {error}", records_file().display()));
    let Some(studies) = records.get("studies").unwrap_or(&records).as_array() else {
        panic!("{} holds no list of studies", records_file().display());
    };
    let text = |study: &serde_json::Value, pointer: &str| {
        study.pointer(pointer).and_then(|value| value.as_str()).unwrap_or_default().to_owned()
    };
    studies
        .iter()
        .map(|study| {
            (
                text(study, "/protocolSection/identificationModule/nctId"),
                text(study, "/protocolSection/eligibilityModule/eligibilityCriteria"),
            )
        })
        .collect()
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Whether a line has its parts in order, and before each of them only the number of an item.
fn lost_only_numbers(line: &str, parts: &[String]) -> bool {
    let written = letters(line);
    let mut rest = written.as_str();
    let follow = parts.iter().enumerate().rev().all(|(place, part)| {
        let Some(at) = rest.rfind(part.as_str()) else { return false };
        let between = rest.len() - at - part.len();
        rest = &rest[..at];
        between <= if place + 1 == parts.len() { 0 } else { 3 }
    });
    follow && rest.len() <= 3
}

#[test]
fn every_line_of_a_real_record_stands_once_in_a_list_or_is_a_heading() {
    for (study, text) in texts() {
        let parts = classify(&text);
        for (number, line) in lines(&text).enumerate() {
            let said: Vec<String> = parts
                .iter()
                .filter(|part| part.line == number)
                .map(|part| match &part.role {
                    Role::SectionHeading(text) | Role::OtherCriteria(text) => letters(text),
                    Role::Criterion(criterion) => letters(&criterion.text),
                    Role::RepeatedGroup(_) => String::new(),
                })
                .collect();
            assert!(lost_only_numbers(line, &said), "{study} line {number}: {line:?} became {said:?}");
        }
        assert_every_criterion_is_listed_once(&study, &text);
    }
}

fn assert_every_criterion_is_listed_once(study: &str, text: &str) {
    let criteria = EligibilityCriteria::split(text);
    let lists = [
        (Section::General, &criteria.general),
        (Section::Inclusion, &criteria.inclusion),
        (Section::Exclusion, &criteria.exclusion),
    ];
    let parts = classify(text);
    for (section, list) in lists {
        let read: Vec<&Criterion> = parts
            .iter()
            .filter(|part| part.section == section)
            .filter_map(|part| match &part.role {
                Role::Criterion(criterion) | Role::RepeatedGroup(criterion) => Some(criterion),
                Role::SectionHeading(_) | Role::OtherCriteria(_) => None,
            })
            .collect();
        assert!(list.iter().eq(read), "{study}: {section:?}");
    }
}

/// The list of each line of a text whose only mentions of the lists are lines such as 'Exclusion Criteria:'.
fn sides_by_position(text: &str) -> Option<Vec<(usize, Section)>> {
    let mut section = Section::General;
    let mut sides = Vec::new();
    for (number, line) in lines(text).enumerate() {
        let words = line.to_lowercase();
        match words.trim().trim_end_matches(':') {
            "inclusion criteria" => section = Section::Inclusion,
            "exclusion criteria" => section = Section::Exclusion,
            other if ["clusion", "eligib", "exclude"].iter().any(|word| other.contains(word)) => return None,
            _ => sides.push((number, section)),
        }
    }
    Some(sides)
}

#[test]
fn every_line_of_a_real_record_is_on_the_side_of_the_last_heading() {
    let mut checked = 0;
    for (study, text) in texts() {
        let Some(sides) = sides_by_position(&text) else { continue };
        let parts = classify(&text);
        for (number, side) in sides {
            for part in
                parts.iter().filter(|part| part.line == number && matches!(part.role, Role::Criterion(_)))
            {
                assert_eq!(part.section, side, "{study} line {number}");
                checked += 1;
            }
        }
    }
    assert!(texts().is_empty() || checked > 500, "{checked} lines checked");
}

#[test]
fn a_real_record_with_both_headings_has_both_sides() {
    for (study, text) in texts() {
        let has = |heading: &str| text.to_lowercase().contains(&format!("{heading} criteria:\n"));
        let criteria = EligibilityCriteria::split(&text);
        assert!(!criteria.is_empty(), "{study} has no criteria");
        if has("inclusion") {
            assert!(!criteria.inclusion.is_empty(), "{study} has no inclusion");
        }
        let after = text.to_lowercase();
        let after = after.rsplit("exclusion criteria:\n").next().unwrap_or_default();
        if has("exclusion") && after.contains(char::is_alphanumeric) {
            assert!(!criteria.exclusion.is_empty(), "{study} has no exclusion");
        }
    }
}
