//! Checks all studies together. The site can't be built if two studies share an id.

use std::collections::BTreeMap;

use waypoint_domain::{partner_study::PartnerStudy, study_number::StudyNumber};

use crate::{csv_file::StudiesByNumber, difference::Difference, file_fault::FileFault};

/// Returns the ids of the studies to write that another of them or a study in the table already has.
#[must_use]
pub fn faults(known: &StudiesByNumber, differences: &[Difference]) -> Vec<FileFault> {
    let new: StudiesByNumber = differences
        .iter()
        .map(Difference::study)
        .map(|study| (study.snow_study_number.clone(), study.clone()))
        .collect();
    let unchanged = known.iter().filter(|(number, _)| !new.contains_key(*number));
    let mut owners: BTreeMap<(&str, &str), &StudyNumber> = BTreeMap::new();
    for (number, study) in unchanged {
        owners.extend(ids(study).map(|id| (id, number)));
    }
    let mut faults = Vec::new();
    for (number, study) in &new {
        for (kind, id) in ids(study) {
            match owners.get(&(kind, id)) {
                Some(other) => faults.push(FileFault::IdTaken {
                    number: number.clone(),
                    what: kind.to_owned(),
                    value: id.to_owned(),
                    other: (*other).clone(),
                }),
                None => drop(owners.insert((kind, id), number)),
            }
        }
    }
    faults
}

/// Returns the ids of a study that must be unique, each with its kind.
fn ids(study: &PartnerStudy) -> impl Iterator<Item = (&str, &str)> {
    let questions = study.questions.iter().map(|question| ("id of a question", question.sys_id.as_str()));
    [("study_sys_id", study.study_sys_id.as_str())].into_iter().chain(questions)
}
