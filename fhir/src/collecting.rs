//! Collects all records of a person from pages of search results.

use std::collections::HashSet;

use waypoint_domain::medical_record::{MedicalRecords, Medication};

use crate::{
    Kind, Page,
    allergy::allergy,
    condition::condition,
    immunization::immunization,
    medication::{lacks_medicine, medication},
};

/// The records of a person that have been read so far.
#[derive(Debug, Default)]
pub struct RecordCollector {
    patient: String,
    records: MedicalRecords,
    /// Listed after the other medicines, in whatever order they were read.
    statements: Vec<Medication>,
    seen: HashSet<(Kind, String)>,
    foreign: usize,
    /// Whether a referenced medicine is missing.
    lacks_medicines: bool,
}

/// A group has too many entries. Entries must not be dropped silently, so the records can't be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a group of records has more than {max} entries", max = RecordCollector::MAX_ENTRIES)]
pub struct TooManyEntries;

impl RecordCollector {
    /// The maximum number of entries in a group, which is more than any person would read.
    pub const MAX_ENTRIES: usize = 2000;

    /// Creates an empty collection for the patient with this id.
    #[must_use]
    pub fn new(patient: impl Into<String>) -> Self {
        Self { patient: patient.into(), ..Self::default() }
    }

    /// Adds the resources of a kind from a page. Skips duplicates and resources of other people.
    ///
    /// # Errors
    /// When a group has more than [`Self::MAX_ENTRIES`] entries.
    pub fn add_page(&mut self, kind: Kind, page: &Page) -> Result<(), TooManyEntries> {
        let included = page.included_medicines();
        for resource in page.matches(kind.name()) {
            let Some(id) = resource.id() else { continue };
            if !resource.is_about(&self.patient) {
                self.foreign += 1;
                continue;
            }
            if !self.seen.insert((kind, id.to_owned())) {
                continue;
            }
            self.lacks_medicines |= lacks_medicine(resource, &included);
            let records = &mut self.records;
            match kind {
                Kind::Immunization => records.immunizations.extend(immunization(resource)),
                Kind::MedicationRequest => records.medications.extend(medication(resource, &included)),
                Kind::MedicationStatement => self.statements.extend(medication(resource, &included)),
                Kind::AllergyIntolerance => records.allergies.extend(allergy(resource)),
                Kind::Condition => records.conditions.extend(condition(resource)),
            }
            if self.longest_group() > Self::MAX_ENTRIES {
                return Err(TooManyEntries);
            }
        }
        Ok(())
    }

    fn longest_group(&self) -> usize {
        let MedicalRecords { immunizations, medications, allergies, conditions } = &self.records;
        let medicines = medications.len() + self.statements.len();
        immunizations.len().max(medicines).max(allergies.len()).max(conditions.len())
    }

    /// Whether a medicine has no name because its resource was not included.
    #[must_use]
    pub fn lacks_medicines(&self) -> bool {
        self.lacks_medicines
    }

    /// The number of skipped resources of other people.
    #[must_use]
    pub fn skipped_foreign(&self) -> usize {
        self.foreign
    }

    /// Returns the records. Each group is sorted with the newest first, and ids are unique.
    #[must_use]
    pub fn into_records(self) -> MedicalRecords {
        let mut records = self.records;
        records.medications.extend(self.statements);
        records.immunizations.sort_by(|a, b| b.date.cmp(&a.date));
        records.medications.sort_by(|a, b| b.date.cmp(&a.date));
        records.allergies.sort_by(|a, b| b.date.cmp(&a.date));
        records.conditions.sort_by(|a, b| b.onsetdatetime.cmp(&a.onsetdatetime));
        records
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use serde_json::json;
    use url::Url;

    use super::*;

    fn page(kind: &str, ids: std::ops::Range<usize>) -> Page {
        let entry = |id: usize| json!({"resource": {"resourceType": kind, "id": format!("{kind}-{id}")}});
        let bundle = json!({"resourceType": "Bundle", "entry": ids.map(entry).collect::<Vec<_>>()});
        let base = Url::parse("https://ehr.example/r4").unwrap();
        Page::read(bundle.to_string().as_bytes(), &base, &base).unwrap()
    }

    #[test]
    fn group_with_too_many_entries_is_an_error() {
        let most = RecordCollector::MAX_ENTRIES;
        for kind in Kind::ALL {
            let mut collected = RecordCollector::new("p1");
            assert_eq!(collected.add_page(kind, &page(kind.name(), 0..most)), Ok(()));
            assert_eq!(
                collected.add_page(kind, &page(kind.name(), 0..most)),
                Ok(()),
                "duplicates don't count"
            );
            assert_eq!(
                collected.add_page(kind, &page(kind.name(), most..most + 1)),
                Err(TooManyEntries),
                "{kind:?}"
            );
        }
        let mut medicines = RecordCollector::new("p1");
        let half = most / 2;
        assert_eq!(medicines.add_page(Kind::MedicationRequest, &page("MedicationRequest", 0..half)), Ok(()));
        let statements = page("MedicationStatement", 0..half + 1);
        assert_eq!(
            medicines.add_page(Kind::MedicationStatement, &statements),
            Err(TooManyEntries),
            "together"
        );
    }

    #[test]
    fn order_of_entries_does_not_depend_on_which_kind_was_read_first() {
        let read = |kinds: [Kind; 2]| {
            let mut collected = RecordCollector::new("p1");
            for kind in kinds {
                collected.add_page(kind, &page(kind.name(), 0..2)).unwrap();
            }
            collected.into_records()
        };
        let [one, other] = [Kind::MedicationRequest, Kind::MedicationStatement];
        assert_eq!(read([one, other]), read([other, one]));
    }
}
