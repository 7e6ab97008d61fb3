//! What has to hold of all studies together: the site is built of all of them, and of none when two are taken for one.

use std::collections::BTreeMap;

use waypoint_domain::{partner_study::PartnerStudy, study_number::StudyNumber};

use crate::{
    difference::Difference,
    file::{FileFault, Known},
};

/// What is wrong with the studies that would be written, beside each other and beside those of the table.
#[must_use]
pub fn faults(known: &Known, differences: &[Difference]) -> Vec<FileFault> {
    let new: Known = differences
        .iter()
        .map(Difference::study)
        .map(|study| (study.snow_study_number.clone(), study.clone()))
        .collect();
    let stays = known.iter().filter(|(number, _)| !new.contains_key(*number));
    let mut owners: BTreeMap<(&str, &str), &StudyNumber> = BTreeMap::new();
    for (number, study) in stays {
        owners.extend(ids(study).map(|id| (id, number)));
    }
    let mut faults = Vec::new();
    for (number, study) in &new {
        for (what, id) in ids(study) {
            match owners.get(&(what, id)) {
                Some(other) => faults.push(FileFault::Taken {
                    number: number.clone(),
                    what: what.to_owned(),
                    value: id.to_owned(),
                    other: (*other).clone(),
                }),
                None => drop(owners.insert((what, id), number)),
            }
        }
    }
    faults
}

/// The ids of a study that no other may have, each with what it is.
fn ids(study: &PartnerStudy) -> impl Iterator<Item = (&str, &str)> {
    let questions = study.questions.iter().map(|question| ("id of a question", question.sys_id.as_str()));
    [("study_sys_id", study.study_sys_id.as_str())].into_iter().chain(questions)
}
