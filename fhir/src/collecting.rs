//! The pages of one person's kinds, brought together.

use std::collections::HashSet;

use waypoint_domain::medical_record::MedicalRecords;

use crate::{
    Kind, Page, allergy::allergy, condition::condition, immunization::immunization, medication::medication,
};

/// The most entries of a group that are kept: more than anybody reads.
const MOST_ENTRIES: usize = 2000;

/// What has been read of a person so far.
#[derive(Debug, Default)]
pub struct Collected {
    patient: String,
    records: MedicalRecords,
    seen: HashSet<(Kind, String)>,
    foreign: usize,
}

impl Collected {
    /// Nothing yet of the person of this id.
    #[must_use]
    pub fn of(patient: impl Into<String>) -> Self {
        Self { patient: patient.into(), ..Self::default() }
    }

    /// Takes what a page has of a kind: each resource once, and none of another person.
    pub fn take(&mut self, kind: Kind, page: &Page) {
        let beside = page.beside();
        for resource in page.matches(kind.name()) {
            let Some(id) = resource.id() else { continue };
            if !resource.is_about(&self.patient) {
                self.foreign += 1;
                continue;
            }
            if !self.seen.insert((kind, id.to_owned())) {
                continue;
            }
            let records = &mut self.records;
            match kind {
                Kind::Immunization => keep(&mut records.immunizations, immunization(resource)),
                Kind::MedicationRequest | Kind::MedicationStatement => {
                    keep(&mut records.medications, medication(resource, &beside));
                }
                Kind::AllergyIntolerance => keep(&mut records.allergies, allergy(resource)),
                Kind::Condition => keep(&mut records.conditions, condition(resource)),
            }
        }
    }

    /// How many resources were about another person, and so were left out.
    #[must_use]
    pub fn foreign(&self) -> usize {
        self.foreign
    }

    /// The records: each group with the newest first, and each entry under an id of its own.
    #[must_use]
    pub fn into_records(self) -> MedicalRecords {
        let mut records = self.records;
        records.immunizations.sort_by(|a, b| b.date.cmp(&a.date));
        records.medications.sort_by(|a, b| b.date.cmp(&a.date));
        records.allergies.sort_by(|a, b| b.date.cmp(&a.date));
        records.conditions.sort_by(|a, b| b.onsetdatetime.cmp(&a.onsetdatetime));
        records
    }
}

fn keep<T>(group: &mut Vec<T>, entry: Option<T>) {
    if group.len() < MOST_ENTRIES {
        group.extend(entry);
    }
}
