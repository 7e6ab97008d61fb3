//! Studies of the registry and made-up people, those of this project and those beside it: what holds for all of them.

use std::time::Instant;

use serde_json::Value;
use waypoint_domain::{
    age_range::AgeRange,
    criterion_mark::{CriterionKind, Verdict},
    eligibility_criteria::EligibilityCriteria,
};
use waypoint_marking::{Person, Study, marks};
use waypoint_vocabulary::Vocabulary;

use crate::people;

#[test]
fn every_line_of_real_studies_gets_one_mark_and_no_line_is_decided_by_silence() {
    let own = studies("../infra/local/sample/registry.json").unwrap();
    let mut everybody = people::people("../infra/local/sample/patients");
    assert_eq!((own.len() > 20, everybody.len()), (true, 3));
    let beside = studies("../../shared/data/registry/studies.json").unwrap_or_default();
    everybody.extend(people::people("../../shared/data/fhir"));
    let studies: Vec<Value> = own.into_iter().chain(beside).collect();
    let vocabulary = Vocabulary::default();
    let begun = Instant::now();
    let mut calls: u32 = 0;
    for study in &studies {
        let module = &study["protocolSection"]["eligibilityModule"];
        let age = |key: &str| module[key].as_str().and_then(|age| age.parse().ok());
        let eligibility = module["eligibilityCriteria"].as_str().unwrap_or_default();
        let ages = AgeRange { minimum: age("minimumAge"), maximum: age("maximumAge") };
        let study =
            Study { ages, sex: module["sex"].as_str().unwrap_or_default().parse().unwrap(), eligibility };
        let criteria = EligibilityCriteria::split(eligibility);
        let lists = [&criteria.inclusion, &criteria.general, &criteria.exclusion];
        let lines = lists.into_iter().flatten().filter(|criterion| !criterion.heading).count();
        for someone in &everybody {
            let person = Person { records: &someone.records, demographics: &someone.demographics };
            let marks = marks(&study, &person, jiff::civil::date(2026, 11, 23), &vocabulary);
            calls += 1;
            let of_text = marks
                .iter()
                .filter(|mark| matches!(mark.kind, CriterionKind::Inclusion | CriterionKind::Exclusion))
                .count();
            assert_eq!(of_text, lines.min(200 - (marks.len() - of_text)));
            for mark in marks {
                assert!(mark.verdict == Verdict::Unknown || mark.record.is_some(), "{mark:?}");
                assert!(mark.kind != CriterionKind::Exclusion || mark.verdict != Verdict::Met, "{mark:?}");
            }
        }
    }
    eprintln!("{calls} studies and people, {:?} each", begun.elapsed() / calls.max(1));
}

/// The studies of a file; nothing where there is no copy of it.
fn studies(path: &str) -> Option<Vec<Value>> {
    let value: Value = serde_json::from_str(&people::file(path)?).unwrap();
    Some(value.as_array().or_else(|| value["studies"].as_array()).unwrap().clone())
}
