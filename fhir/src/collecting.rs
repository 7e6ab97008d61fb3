//! Collects all records of a person from pages of search results.

use std::collections::{BTreeSet, HashMap, HashSet};

use jiff::civil::Date;
use serde_json::Value;
use waypoint_domain::medical_record::{
    Group, MedicalRecords, Medication, MissingGroup, MissingReason, Observation, Standing,
};

use crate::{
    Kind, Page, Resource,
    allergy::allergy,
    condition::{condition, is_social},
    immunization::immunization,
    medication::{medication, medicine_elsewhere},
    merging::merged,
    observation::{group_of, observation},
    page::MedicineNames,
    procedure::procedure,
    resource::digest,
};

/// The records of a person that have been read so far.
#[derive(Debug, Default)]
pub struct RecordCollector {
    patient: String,
    /// The day of reading.
    today: Date,
    records: MedicalRecords,
    /// Listed after the other medicines, in whatever order they were read.
    statements: Vec<Medication>,
    seen: HashSet<(Kind, String)>,
    missing: BTreeSet<MissingGroup>,
    /// The number of skipped resources of other people.
    foreign: usize,
    medicines: MedicineNames,
    /// The ids of medicines whose resources name the entries with these ids.
    unnamed: HashMap<String, String>,
}

impl RecordCollector {
    /// The maximum number of entries in a group, which is more than any person would read.
    pub const MAX_ENTRIES: usize = 2000;
    /// The maximum number of lab results and of vital signs. A hospital stay has hundreds.
    pub const MAX_RESULTS: usize = 5000;

    /// Creates an empty collection for the patient with this id.
    #[must_use]
    pub fn new(patient: impl Into<String>, today: Date) -> Self {
        Self { patient: patient.into(), today, ..Self::default() }
    }

    /// Adds the resources of a kind from a page of a search, which may be limited to a category. A group has up to
    /// [`Self::MAX_ENTRIES`] or [`Self::MAX_RESULTS`]. Skips duplicates and resources of other people.
    pub fn add_page(&mut self, kind: Kind, category: Option<&str>, page: &Page) {
        self.medicines.extend(page.included_medicines());
        if let Some(reason) = page.missing() {
            self.mark_missing(kind, category, reason);
        }
        for resource in page.matches(kind.name()) {
            if !resource.is_about(&self.patient) {
                self.foreign += 1;
                self.mark_missing(kind, category, MissingReason::LeftOut);
                continue;
            }
            let Some(group) = group(kind, category, resource) else { continue };
            let id = resource.id().map_or_else(|| resource.fingerprint(), str::to_owned);
            if self.seen.contains(&(kind, id.clone())) {
                continue;
            }
            if self.length(group) == limit(group) {
                self.missing.insert(MissingGroup { group, reason: MissingReason::TooMany });
                continue;
            }
            self.seen.insert((kind, id.clone()));
            self.add(kind, group, (resource, id));
        }
    }

    fn add(&mut self, kind: Kind, group: Group, (resource, id): (Resource, String)) {
        let (records, today) = (&mut self.records, self.today);
        match kind {
            Kind::Immunization => {
                // A vaccine that was not given is no vaccination.
                let immunization = immunization(resource, id, today);
                if immunization.standing != Standing::NotSo {
                    records.immunizations.push(immunization);
                }
            }
            Kind::MedicationRequest | Kind::MedicationStatement => {
                let medication = medication(resource, id, today);
                if medication.name.is_none() {
                    let elsewhere = medicine_elsewhere(resource);
                    self.unnamed.extend(elsewhere.map(|medicine| (medication.id.clone(), medicine)));
                }
                let is_request = kind == Kind::MedicationRequest;
                if is_request { &mut records.medications } else { &mut self.statements }.push(medication);
            }
            Kind::AllergyIntolerance => records.allergies.push(allergy(resource, id)),
            Kind::Condition => records.conditions.push(condition(resource, id, today)),
            Kind::Procedure => {
                // A procedure that was not done is none.
                let procedure = procedure(resource, id, today);
                if procedure.standing != Standing::NotSo {
                    records.procedures.push(procedure);
                }
            }
            Kind::Observation => {
                // There may be thousands. Short ids keep the stored records small.
                let observation = observation(resource, digest(&id), today);
                // A test that was cancelled has no result.
                let group = self.observations(group);
                if observation.standing != Standing::NotSo {
                    group.extend([observation]);
                }
            }
        }
    }

    fn observations(&mut self, group: Group) -> &mut Vec<Observation> {
        match group {
            Group::VitalSigns => &mut self.records.vital_signs,
            Group::Pregnancy => &mut self.records.pregnancy,
            Group::Smoking => &mut self.records.smoking,
            _ => &mut self.records.labs,
        }
    }

    fn length(&self, group: Group) -> usize {
        let records = &self.records;
        match group {
            Group::Immunizations => records.immunizations.len(),
            Group::Medications => records.medications.len() + self.statements.len(),
            Group::Allergies => records.allergies.len(),
            // Both are read together, and separated at the end.
            Group::Conditions | Group::SocialConcerns => records.conditions.len(),
            Group::Procedures => records.procedures.len(),
            Group::Labs => records.labs.len(),
            Group::VitalSigns => records.vital_signs.len(),
            Group::Pregnancy => records.pregnancy.len(),
            Group::Smoking => records.smoking.len(),
        }
    }

    /// Notes that a kind, or a category of it, is incomplete.
    pub fn mark_missing(&mut self, kind: Kind, category: Option<&str>, reason: MissingReason) {
        self.missing.extend(kind.groups(category).iter().map(|&group| MissingGroup { group, reason }));
    }

    /// Returns the ids of medicines whose names are still unknown.
    #[must_use]
    pub fn unnamed_medicines(&self) -> BTreeSet<String> {
        self.unnamed.values().filter(|id| self.medicines.name(id).is_none()).cloned().collect()
    }

    /// Adds a medicine that a server returned by its id.
    pub fn add_medicine(&mut self, id: &str, medicine: &Value) {
        let medicine = Resource::new(medicine);
        if medicine.kind() == "Medication" {
            self.medicines.add(id, medicine);
        }
    }

    /// The number of skipped resources of other people.
    #[must_use]
    pub fn skipped_foreign(&self) -> usize {
        self.foreign
    }

    /// Returns the records and the incomplete groups, each once. Each group is sorted with the newest first, and ids are
    /// unique.
    #[must_use]
    pub fn finish(mut self) -> (MedicalRecords, Vec<MissingGroup>) {
        let mut records = self.records;
        records.medications.extend(self.statements);
        for medication in records.medications.iter_mut().filter(|one| one.name.is_none()) {
            let name = self.unnamed.get(&medication.id).and_then(|medicine| self.medicines.name(medicine));
            medication.name = name.cloned();
        }
        let is_unnamed = |one: &Medication| one.name.is_none() && self.unnamed.contains_key(&one.id);
        if records.medications.iter().any(is_unnamed) {
            self.missing.insert(MissingGroup { group: Group::Medications, reason: MissingReason::LeftOut });
        }
        records.immunizations.sort_by(|a, b| b.date.cmp(&a.date));
        records.medications.sort_by(|a, b| b.date.cmp(&a.date));
        records.allergies.sort_by(|a, b| b.date.cmp(&a.date));
        records.conditions.sort_by(|a, b| b.onsetdatetime.cmp(&a.onsetdatetime));
        let (social, health): (Vec<_>, Vec<_>) = records.conditions.into_iter().partition(is_social);
        (records.conditions, records.social_concerns) = (merged(health), merged(social));
        records.procedures.sort_by(|a, b| b.date.cmp(&a.date));
        let observations =
            [&mut records.labs, &mut records.vital_signs, &mut records.pregnancy, &mut records.smoking];
        for group in observations {
            group.sort_by(|a, b| (&b.date, &a.name, &a.id).cmp(&(&a.date, &b.name, &b.id)));
        }
        let mut missing: Vec<MissingGroup> = self.missing.into_iter().collect();
        missing.dedup_by_key(|missing| missing.group);
        (records, missing)
    }
}

/// Returns the group of a resource; none if it isn't read.
fn group(kind: Kind, category: Option<&str>, resource: Resource) -> Option<Group> {
    if kind == Kind::Observation {
        return group_of(resource, category);
    }
    kind.groups(category).first().copied()
}

fn limit(group: Group) -> usize {
    match group {
        Group::Labs | Group::VitalSigns => RecordCollector::MAX_RESULTS,
        _ => RecordCollector::MAX_ENTRIES,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use serde_json::json;
    use url::Url;

    use super::*;

    const TODAY: Date = jiff::civil::date(2026, 11, 26);

    fn page(kind: &str, ids: std::ops::Range<usize>) -> Page {
        let entry = |id: usize| json!({"resource": {"resourceType": kind, "id": format!("{kind}-{id}")}});
        let bundle = json!({"resourceType": "Bundle", "entry": ids.map(entry).collect::<Vec<_>>()});
        let base = Url::parse("https://ehr.example/r4").unwrap();
        Page::read(bundle.to_string().as_bytes(), &base, &base).unwrap()
    }

    #[test]
    fn group_with_too_many_entries_is_incomplete() {
        let most = RecordCollector::MAX_ENTRIES;
        let searches = Kind::ALL.into_iter().map(|kind| (kind, kind.categories().first().copied()));
        for (kind, category) in searches {
            let group = kind.groups(category)[0];
            let most = limit(group);
            let mut collected = RecordCollector::new("p1", TODAY);
            collected.add_page(kind, category, &page(kind.name(), 0..most));
            collected.add_page(kind, category, &page(kind.name(), 0..most));
            assert_eq!(collected.missing.len(), 0, "duplicates don't count");
            collected.add_page(kind, category, &page(kind.name(), most..most + 1));
            let (records, missing) = collected.finish();
            let expected = MissingGroup { group, reason: MissingReason::TooMany };
            assert_eq!((records.count(), missing), (most, vec![expected]), "{kind:?}");
        }
        let mut medicines = RecordCollector::new("p1", TODAY);
        medicines.add_page(Kind::MedicationRequest, None, &page("MedicationRequest", 0..most / 2));
        medicines.add_page(Kind::MedicationStatement, None, &page("MedicationStatement", 0..most / 2 + 1));
        assert_eq!(medicines.finish().0.medications.len(), most, "together");
    }

    #[test]
    fn resource_without_a_usable_id_gets_one() {
        let entry = |id: serde_json::Value| json!({"resource": {"resourceType": "Condition", "id": id}});
        let entries = [entry(json!(null)), entry(json!("a/b")), entry(json!("c_1")), entry(json!(7))];
        let bundle = json!({"resourceType": "Bundle", "entry": entries});
        let base = Url::parse("https://ehr.example/r4").unwrap();
        let mut collected = RecordCollector::new("p1", TODAY);
        collected.add_page(
            Kind::Condition,
            None,
            &Page::read(bundle.to_string().as_bytes(), &base, &base).unwrap(),
        );
        let ids: HashSet<_> = collected.finish().0.conditions.into_iter().map(|entry| entry.id).collect();
        assert!(ids.len() == 4 && ids.contains("c_1"), "{ids:?}");
    }

    #[test]
    fn medicine_in_another_resource_is_named_or_missing() {
        let request = json!({"resourceType": "MedicationRequest", "id": "r1",
            "medicationReference": {"reference": "Medication/m1/_history/2"}});
        let included = json!({"resourceType": "Medication", "id": "m1", "code": {"text": "Albuterol"}});
        let by_url = json!({"resourceType": "Medication", "code": {"text": "Albuterol"}});
        let bundle = |others: Vec<serde_json::Value>| {
            let own = json!({ "resource": request });
            let entries = [vec![own], others].concat();
            json!({"resourceType": "Bundle", "entry": entries})
        };
        let base = Url::parse("https://ehr.example/r4").unwrap();
        let collect = |others| {
            let mut collected = RecordCollector::new("p1", TODAY);
            let page = Page::read(bundle(others).to_string().as_bytes(), &base, &base).unwrap();
            collected.add_page(Kind::MedicationRequest, None, &page);
            collected
        };
        let mode = json!({"mode": "include"});
        for other in [
            json!({"resource": included, "search": mode}),
            json!({"fullUrl": "https://ehr.example/r4/Medication/m1", "resource": by_url, "search": mode}),
        ] {
            let (records, missing) = collect(vec![other]).finish();
            assert_eq!((records.medications[0].name.as_deref(), missing), (Some("Albuterol"), vec![]));
        }
        let mut collected = collect(vec![]);
        assert_eq!(collected.unnamed_medicines().into_iter().collect::<Vec<_>>(), ["m1"]);
        collected.add_medicine("m1", &included);
        assert_eq!(collected.finish().1, []);
        let missing = MissingGroup { group: Group::Medications, reason: MissingReason::LeftOut };
        assert_eq!(collect(vec![]).finish().1, [missing]);
    }

    #[test]
    fn order_of_entries_does_not_depend_on_which_kind_was_read_first() {
        let read = |kinds: [Kind; 2]| {
            let mut collected = RecordCollector::new("p1", TODAY);
            for kind in kinds {
                collected.add_page(kind, None, &page(kind.name(), 0..2));
            }
            collected.finish().0
        };
        let [one, other] = [Kind::MedicationRequest, Kind::MedicationStatement];
        assert_eq!(read([one, other]), read([other, one]));
    }
}
