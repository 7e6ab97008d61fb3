//! The records of a browser that the patient chose.

use std::collections::HashSet;

use waypoint_domain::medical_record::{Group, MedicalRecords};

use crate::wire::{ChosenRecord, ChosenRecords};

/// Returns the chosen records. Only the ids of the request are used: the shared content comes from the health system.
pub(super) fn chosen(records: &MedicalRecords, chosen: &ChosenRecords) -> MedicalRecords {
    let ids = |list: &[ChosenRecord]| -> HashSet<String> { list.iter().map(|one| one.id.clone()).collect() };
    let ChosenRecords(immunizations, medications, allergies, conditions) = chosen;
    let [immunizations, medications, allergies, conditions] =
        [ids(immunizations), ids(medications), ids(allergies), ids(conditions)];
    records.filter(|group, id| {
        let group_ids = match group {
            Group::Immunizations => &immunizations,
            Group::Medications => &medications,
            Group::Allergies => &allergies,
            Group::Conditions => &conditions,
        };
        group_ids.contains(id)
    })
}

/// Returns the ids of the records that were not chosen, by group.
pub(super) fn left_out(records: &MedicalRecords, chosen: &MedicalRecords) -> [Vec<String>; 4] {
    let mut left_out = records.ids();
    for (group, chosen) in left_out.iter_mut().zip(chosen.ids()) {
        group.retain(|id| !chosen.contains(id));
    }
    left_out
}

/// Returns the number of records by group, for a receipt: `2 immunizations, 1 condition`.
pub(super) fn counted(records: &MedicalRecords) -> String {
    let counts = [
        (records.immunizations.len(), "immunization", "immunizations"),
        (records.medications.len(), "medication", "medications"),
        (records.allergies.len(), "allergy", "allergies"),
        (records.conditions.len(), "condition", "conditions"),
    ];
    let in_words = counts.into_iter().filter(|(count, ..)| *count > 0).map(|(count, one, many)| {
        let word = if count == 1 { one } else { many };
        format!("{count} {word}")
    });
    in_words.collect::<Vec<_>>().join(", ")
}
