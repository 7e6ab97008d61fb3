//! What a health system keeps about a person, as far as it is shown and shared (E-115 to E-119).

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::sex::Sex;

/// A person's records: four groups, in the order in which they are shown and sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MedicalRecords {
    /// Vaccines that were given.
    pub immunizations: Vec<Immunization>,
    /// Medicines.
    pub medications: Vec<Medication>,
    /// What the person can't bear.
    pub allergies: Vec<Allergy>,
    /// Illnesses and other problems.
    pub conditions: Vec<Condition>,
}

/// A group of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
#[ts(rename = "RecordGroup", rename_all = "lowercase")]
#[schema(as = RecordGroup)]
pub enum Group {
    /// Vaccines that were given.
    Immunizations,
    /// Medicines.
    Medications,
    /// What the person can't bear.
    Allergies,
    /// Illnesses and other problems.
    Conditions,
}

/// What records say of the person.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Demographics {
    /// The date of birth, `YYYY-MM-DD`.
    pub birth_date: Option<String>,
    /// The sex that the health system has written down.
    pub sex: Option<Sex>,
}

impl Demographics {
    /// The date of birth, where it is another one than that of a sign-up. Records that say none are of nobody else.
    #[must_use]
    pub fn other_birth_date(&self, signed_up: &str) -> Option<&str> {
        self.birth_date.as_deref().filter(|birth_date| *birth_date != signed_up)
    }
}

/// A vaccine that was given (E-116).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Immunization {
    /// Names it among the records of the person.
    pub id: String,
    /// The vaccine.
    pub name: Option<String>,
    /// When it was given.
    pub date: Option<String>,
    /// Who made it.
    pub manufacturer: Option<String>,
}

/// A medicine that was prescribed or is taken (E-117).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Medication {
    /// Names it among the records of the person.
    pub id: String,
    /// The medicine.
    pub name: Option<String>,
    /// When it was prescribed, or said to be taken.
    pub date: Option<String>,
    /// How much of it, and how often.
    pub dosage: Option<String>,
    /// Whether it is taken, `yes` or `no`, where the record says so.
    pub taken: Option<String>,
    /// For example `active` or `stopped`.
    pub status: Option<String>,
}

/// What a person can't bear (E-118).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Allergy {
    /// Names it among the records of the person.
    pub id: String,
    /// What it is.
    pub name: Option<String>,
    /// When it was written down, else when it began.
    pub date: Option<String>,
    /// For example `food` or `medication`.
    pub category: Option<String>,
    /// How bad a reaction was, else how bad one can be.
    pub severity: Option<String>,
    /// For example `active` or `resolved`.
    pub status: Option<String>,
}

/// An illness or another problem (E-119).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Condition {
    /// Names it among the records of the person.
    pub id: String,
    /// What it is.
    pub name: Option<String>,
    /// When it was written down.
    pub date: Option<String>,
    /// For example `confirmed`.
    pub verificationstatus: Option<String>,
    /// For example `active` or `resolved`.
    pub clinicalstatus: Option<String>,
    /// When it began.
    pub onsetdatetime: Option<String>,
}

impl MedicalRecords {
    /// What records are called, in their order, without those that have no name.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let immunizations = self.immunizations.iter().map(|one| &one.name);
        let medications = self.medications.iter().map(|one| &one.name);
        let allergies = self.allergies.iter().map(|one| &one.name);
        let conditions = self.conditions.iter().map(|one| &one.name);
        immunizations.chain(medications).chain(allergies).chain(conditions).filter_map(Option::as_deref)
    }

    /// How many entries there are in all groups.
    #[must_use]
    pub fn count(&self) -> usize {
        self.immunizations.len() + self.medications.len() + self.allergies.len() + self.conditions.len()
    }

    /// The ids of the entries, by groups in their order.
    #[must_use]
    pub fn ids(&self) -> [Vec<String>; 4] {
        [
            self.immunizations.iter().map(|entry| entry.id.clone()).collect(),
            self.medications.iter().map(|entry| entry.id.clone()).collect(),
            self.allergies.iter().map(|entry| entry.id.clone()).collect(),
            self.conditions.iter().map(|entry| entry.id.clone()).collect(),
        ]
    }

    /// Only the entries that are chosen by their group and id; an id that is none of these counts for nothing.
    #[must_use]
    pub fn only(&self, chosen: impl Fn(Group, &str) -> bool) -> Self {
        Self {
            immunizations: kept(&self.immunizations, |entry| chosen(Group::Immunizations, &entry.id)),
            medications: kept(&self.medications, |entry| chosen(Group::Medications, &entry.id)),
            allergies: kept(&self.allergies, |entry| chosen(Group::Allergies, &entry.id)),
            conditions: kept(&self.conditions, |entry| chosen(Group::Conditions, &entry.id)),
        }
    }
}

fn kept<T: Clone>(entries: &[T], chosen: impl Fn(&&T) -> bool) -> Vec<T> {
    entries.iter().filter(chosen).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition(id: &str) -> Condition {
        Condition {
            id: id.into(),
            name: None,
            date: None,
            verificationstatus: None,
            clinicalstatus: None,
            onsetdatetime: None,
        }
    }

    #[test]
    fn a_birth_date_is_another_one_where_the_records_say_one_that_the_sign_up_does_not() {
        let of = |birth_date: Option<&str>| Demographics {
            birth_date: birth_date.map(str::to_owned),
            ..Demographics::default()
        };
        for (birth_date, other) in
            [(Some("1956-03-27"), None), (Some("1984-11-15"), Some("1984-11-15")), (None, None)]
        {
            assert_eq!(of(birth_date).other_birth_date("1956-03-27"), other, "{birth_date:?}");
        }
    }

    #[test]
    fn what_is_chosen_is_of_the_records_and_nothing_else_is() {
        let records =
            MedicalRecords { conditions: vec![condition("a"), condition("b")], ..MedicalRecords::default() };
        let chosen = ["b", "another person's"];
        let shared = records.only(|group, id| group == Group::Conditions && chosen.contains(&id));
        assert_eq!((shared.count(), &shared.conditions), (1, &vec![condition("b")]));
        assert_eq!(records.only(|group, _| group == Group::Allergies).count(), 0);
    }
}
