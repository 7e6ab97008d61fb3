//! The pages of one person's kinds, brought together.

use std::collections::HashSet;

use waypoint_domain::medical_record::{MedicalRecords, Medication};

use crate::{
    Kind, Page,
    allergy::allergy,
    condition::condition,
    immunization::immunization,
    medication::{lacks_medicine, medication},
};

/// What has been read of a person so far.
#[derive(Debug, Default)]
pub struct Collected {
    patient: String,
    records: MedicalRecords,
    /// Stand behind the other medicines, whichever came first.
    statements: Vec<Medication>,
    seen: HashSet<(Kind, String)>,
    foreign: usize,
    /// Whether a medicine is referred to that is not there.
    lacks_medicines: bool,
}

/// A group has more entries than are taken. Nothing is left out silently, so nothing of it can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a group has more entries than are taken")]
pub struct TooMany;

impl Collected {
    /// The most entries of a group: more than anybody reads.
    pub const MOST_ENTRIES: usize = 2000;

    /// Nothing yet of the person of this id.
    #[must_use]
    pub fn of(patient: impl Into<String>) -> Self {
        Self { patient: patient.into(), ..Self::default() }
    }

    /// Takes what a page has of a kind: each resource once, and none of another person.
    ///
    /// # Errors
    /// When a group has more than [`Self::MOST_ENTRIES`] by now.
    pub fn take(&mut self, kind: Kind, page: &Page) -> Result<(), TooMany> {
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
            self.lacks_medicines |= lacks_medicine(resource, &beside);
            let records = &mut self.records;
            match kind {
                Kind::Immunization => records.immunizations.extend(immunization(resource)),
                Kind::MedicationRequest => records.medications.extend(medication(resource, &beside)),
                Kind::MedicationStatement => self.statements.extend(medication(resource, &beside)),
                Kind::AllergyIntolerance => records.allergies.extend(allergy(resource)),
                Kind::Condition => records.conditions.extend(condition(resource)),
            }
            if self.longest_group() > Self::MOST_ENTRIES {
                return Err(TooMany);
            }
        }
        Ok(())
    }

    fn longest_group(&self) -> usize {
        let MedicalRecords { immunizations, medications, allergies, conditions } = &self.records;
        let medicines = medications.len() + self.statements.len();
        immunizations.len().max(medicines).max(allergies.len()).max(conditions.len())
    }

    /// Whether a medicine has no name, because it stands in a resource that did not come along.
    #[must_use]
    pub fn lacks_medicines(&self) -> bool {
        self.lacks_medicines
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
    fn a_group_with_more_entries_than_are_taken_is_refused_and_none_is_left_out_silently() {
        let most = Collected::MOST_ENTRIES;
        for kind in Kind::ALL {
            let mut collected = Collected::of("p1");
            assert_eq!(collected.take(kind, &page(kind.name(), 0..most)), Ok(()));
            assert_eq!(collected.take(kind, &page(kind.name(), 0..most)), Ok(()), "each counts once");
            assert_eq!(collected.take(kind, &page(kind.name(), most..most + 1)), Err(TooMany), "{kind:?}");
        }
        let mut medicines = Collected::of("p1");
        let half = most / 2;
        assert_eq!(medicines.take(Kind::MedicationRequest, &page("MedicationRequest", 0..half)), Ok(()));
        let statements = page("MedicationStatement", 0..half + 1);
        assert_eq!(medicines.take(Kind::MedicationStatement, &statements), Err(TooMany), "together");
    }

    #[test]
    fn entries_stand_in_the_same_order_whichever_kind_came_first() {
        let read = |kinds: [Kind; 2]| {
            let mut collected = Collected::of("p1");
            for kind in kinds {
                collected.take(kind, &page(kind.name(), 0..2)).unwrap();
            }
            collected.into_records()
        };
        let [one, other] = [Kind::MedicationRequest, Kind::MedicationStatement];
        assert_eq!(read([one, other]), read([other, one]));
    }
}
