//! All records of a person.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::{
    entry::{Allergy, Condition, Immunization, Medication, Procedure},
    group::Group,
    observation::Observation,
    standing::Standing,
};
use crate::sex::Sex;

/// The number of lists of ids that are always there, for clients that know only the first groups.
const MIN_LISTS: usize = 4;

/// A person's medical records by group, in the order in which they are sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MedicalRecords {
    /// Vaccinations.
    pub immunizations: Vec<Immunization>,
    /// Medicines.
    pub medications: Vec<Medication>,
    /// Allergies and intolerances.
    pub allergies: Vec<Allergy>,
    /// Illnesses and other health problems.
    pub conditions: Vec<Condition>,
    /// Conditions of life that bear on health.
    pub social_concerns: Vec<Condition>,
    /// Operations, examinations, and other procedures.
    pub procedures: Vec<Procedure>,
    /// Results of laboratories.
    pub labs: Vec<Observation>,
    /// Measurements such as blood pressure and weight.
    pub vital_signs: Vec<Observation>,
    /// Whether the person is pregnant.
    pub pregnancy: Vec<Observation>,
    /// Whether the person smokes.
    pub smoking: Vec<Observation>,
}

/// The ids of records by group. Serialized as a list for each of the first four groups, and of further ones up to the last
/// that has any.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct RecordIds(Vec<Vec<String>>);

impl RecordIds {
    /// Collects ids with their groups.
    #[must_use]
    pub fn collect(ids: impl IntoIterator<Item = (Group, String)>) -> Self {
        let mut lists = vec![Vec::new(); Group::ALL.len()];
        for (group, id) in ids {
            if let Some(list) = lists.get_mut(group as usize) {
                list.push(id);
            }
        }
        Self(lists)
    }

    /// Returns the ids of a group.
    #[must_use]
    pub fn of(&self, group: Group) -> &[String] {
        self.0.get(group as usize).map_or(&[], Vec::as_slice)
    }

    /// Returns the lists up to the last that has ids, and at least four.
    #[must_use]
    pub fn lists(&self) -> Vec<Vec<String>> {
        let used = self.0.iter().rposition(|list| !list.is_empty()).map_or(0, |last| last + 1);
        let mut lists = self.0.get(..used).unwrap_or_default().to_vec();
        lists.resize(used.max(MIN_LISTS), Vec::new());
        lists
    }
}

impl Serialize for RecordIds {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.lists().serialize(serializer)
    }
}

/// A person's demographic data in medical records.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Demographics {
    /// The date of birth, `YYYY-MM-DD`.
    pub birth_date: Option<String>,
    /// The sex that the health system has recorded.
    pub sex: Option<Sex>,
}

impl Demographics {
    /// Returns the date of birth if it differs from that of the sign-up. A missing date counts as equal.
    #[must_use]
    pub fn differing_birth_date(&self, signed_up: &str) -> Option<&str> {
        self.birth_date.as_deref().filter(|birth_date| *birth_date != signed_up)
    }
}

/// What all records have.
trait Entry {
    fn id(&self) -> &str;
    fn name(&self) -> Option<&str>;
    fn standing(&self) -> Standing;
}

macro_rules! entries {
    ($($kind:ty),*) => {$(
        impl Entry for $kind {
            fn id(&self) -> &str {
                &self.id
            }
            fn name(&self) -> Option<&str> {
                self.name.as_deref()
            }
            fn standing(&self) -> Standing {
                self.standing
            }
        }
    )*};
}

entries!(Immunization, Medication, Allergy, Condition, Procedure, Observation);

impl MedicalRecords {
    fn entries(&self) -> impl Iterator<Item = (Group, &dyn Entry)> {
        fn of<E: Entry>(group: Group, entries: &[E]) -> impl Iterator<Item = (Group, &dyn Entry)> {
            entries.iter().map(move |entry| (group, entry as &dyn Entry))
        }
        of(Group::Immunizations, &self.immunizations)
            .chain(of(Group::Medications, &self.medications))
            .chain(of(Group::Allergies, &self.allergies))
            .chain(of(Group::Conditions, &self.conditions))
            .chain(of(Group::SocialConcerns, &self.social_concerns))
            .chain(of(Group::Procedures, &self.procedures))
            .chain(of(Group::Labs, &self.labs))
            .chain(of(Group::VitalSigns, &self.vital_signs))
            .chain(of(Group::Pregnancy, &self.pregnancy))
            .chain(of(Group::Smoking, &self.smoking))
    }

    fn kept(&self, keep: impl Fn(Group, &dyn Entry) -> bool) -> Self {
        fn of<E: Entry + Clone>(entries: &[E], keep: impl Fn(&dyn Entry) -> bool) -> Vec<E> {
            entries.iter().filter(|entry| keep(*entry)).cloned().collect()
        }
        Self {
            immunizations: of(&self.immunizations, |entry| keep(Group::Immunizations, entry)),
            medications: of(&self.medications, |entry| keep(Group::Medications, entry)),
            allergies: of(&self.allergies, |entry| keep(Group::Allergies, entry)),
            conditions: of(&self.conditions, |entry| keep(Group::Conditions, entry)),
            social_concerns: of(&self.social_concerns, |entry| keep(Group::SocialConcerns, entry)),
            procedures: of(&self.procedures, |entry| keep(Group::Procedures, entry)),
            labs: of(&self.labs, |entry| keep(Group::Labs, entry)),
            vital_signs: of(&self.vital_signs, |entry| keep(Group::VitalSigns, entry)),
            pregnancy: of(&self.pregnancy, |entry| keep(Group::Pregnancy, entry)),
            smoking: of(&self.smoking, |entry| keep(Group::Smoking, entry)),
        }
    }

    /// Returns the names of all records in order, each once. Skips records without a name.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let mut seen = HashSet::new();
        let names = self.entries().filter_map(|(group, entry)| Some((group, entry.name()?)));
        names.filter(|name| seen.insert(*name)).map(|(_, name)| name).collect()
    }

    /// The number of entries in all groups.
    #[must_use]
    pub fn count(&self) -> usize {
        self.entries().count()
    }

    /// The number of entries in a group.
    #[must_use]
    pub fn count_of(&self, group: Group) -> usize {
        self.entries().filter(|(of, _)| *of == group).count()
    }

    /// Returns the ids of the entries of each group, in order.
    #[must_use]
    pub fn ids(&self) -> RecordIds {
        RecordIds::collect(self.entries().map(|(group, entry)| (group, entry.id().to_owned())))
    }

    /// Returns the entries that hold.
    #[must_use]
    pub fn holding(&self) -> Self {
        self.kept(|_, entry| entry.standing() == Standing::Holds)
    }

    /// Keeps only the entries whose group and id `chosen` accepts. It can't add entries that aren't in the records.
    #[must_use]
    pub fn filter(&self, chosen: impl Fn(Group, &str) -> bool) -> Self {
        self.kept(|group, entry| chosen(group, entry.id()))
    }

    /// Leaves out the older half of the largest group, and returns which one it is. Groups are sorted with the newest
    /// first.
    pub fn halve_largest(&mut self) -> Option<Group> {
        let group = Group::ALL.into_iter().max_by_key(|group| self.count_of(*group))?;
        let ids = self.ids();
        let newest = &ids.of(group)[..ids.of(group).len() / 2];
        let newest: HashSet<&str> = newest.iter().map(String::as_str).collect();
        *self = self.filter(|of, id| of != group || newest.contains(id));
        (self.count() > 0).then_some(group)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;
    use crate::medical_record::EarlierEntry;

    fn condition(id: &str) -> Condition {
        Condition { id: id.into(), ..Condition::default() }
    }

    #[test]
    fn only_entries_that_hold_are_among_those_that_do() {
        let ended = Condition { standing: Standing::Ended, ..condition("b") };
        let records = MedicalRecords { conditions: vec![condition("a"), ended], ..MedicalRecords::default() };
        assert_eq!(records.holding().conditions, [condition("a")]);
    }

    #[test]
    fn other_birth_date_is_only_a_date_that_differs_from_the_sign_up() {
        let born = |birth_date: Option<&str>| Demographics {
            birth_date: birth_date.map(str::to_owned),
            ..Demographics::default()
        };
        for (birth_date, other) in
            [(Some("1956-03-27"), None), (Some("1984-11-15"), Some("1984-11-15")), (None, None)]
        {
            assert_eq!(born(birth_date).differing_birth_date("1956-03-27"), other, "{birth_date:?}");
        }
    }

    #[test]
    fn only_chosen_entries_of_the_records_are_shared() {
        let records =
            MedicalRecords { conditions: vec![condition("a"), condition("b")], ..MedicalRecords::default() };
        let chosen = ["b", "another person's"];
        let shared = records.filter(|group, id| group == Group::Conditions && chosen.contains(&id));
        assert_eq!((shared.count(), &shared.conditions), (1, &vec![condition("b")]));
        assert_eq!(records.filter(|group, _| group == Group::Allergies).count(), 0);
    }

    #[test]
    fn ids_of_groups_are_read_from_four_lists_or_more() {
        let four: RecordIds = serde_json::from_str(r#"[["i1"], [], [], ["c1"]]"#).unwrap();
        assert_eq!((four.of(Group::Conditions), four.of(Group::Labs)), (&["c1".to_owned()][..], &[][..]));
        assert_eq!(serde_json::to_string(&four).unwrap(), r#"[["i1"],[],[],["c1"]]"#);
        let records = MedicalRecords {
            labs: vec![Observation { id: "o1".into(), ..Observation::default() }],
            ..MedicalRecords::default()
        };
        let ids = serde_json::to_string(&records.ids()).unwrap();
        assert_eq!(ids, r#"[[],[],[],[],[],[],["o1"]]"#);
        assert_eq!(serde_json::to_string(&RecordIds::default()).unwrap(), "[[],[],[],[]]");
    }

    #[test]
    fn shared_names_are_listed_once() {
        let lab = |id: &str| Observation {
            id: id.into(),
            name: Some("Hemoglobin".into()),
            ..Observation::default()
        };
        let records = MedicalRecords { labs: vec![lab("o1"), lab("o2")], ..MedicalRecords::default() };
        assert_eq!((records.names(), records.count()), (vec!["Hemoglobin"], 2));
    }

    #[test]
    fn repeated_diagnosis_has_its_occasions() {
        let earlier = EarlierEntry { date: Some("2019".into()), ..EarlierEntry::default() };
        let newest = Condition { date: Some("2024".into()), ..condition("a") };
        let repeated = Condition { earlier: vec![earlier], ..newest };
        let dates: Vec<_> = repeated.occasions().map(|one| (one.date.unwrap(), one.earlier.len())).collect();
        assert_eq!(dates, [("2024".to_owned(), 0), ("2019".to_owned(), 0)]);
    }
}
