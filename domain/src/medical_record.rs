//! Medical records from health systems, reduced to what is shown and shared (E-115 to E-119).

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::sex::Sex;

/// A person's medical records in four groups, in the order in which they are shown and sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MedicalRecords {
    /// Vaccinations.
    pub immunizations: Vec<Immunization>,
    /// Medicines.
    pub medications: Vec<Medication>,
    /// Allergies and intolerances.
    pub allergies: Vec<Allergy>,
    /// Illnesses and other health problems.
    pub conditions: Vec<Condition>,
}

/// A group of medical records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
#[ts(rename = "RecordGroup", rename_all = "lowercase")]
#[schema(as = RecordGroup)]
pub enum Group {
    /// Vaccinations.
    Immunizations,
    /// Medicines.
    Medications,
    /// Allergies and intolerances.
    Allergies,
    /// Illnesses and other health problems.
    Conditions,
}

/// A group that a health system returned incompletely.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS, ToSchema)]
pub struct MissingGroup {
    pub group: Group,
    pub reason: MissingReason,
}

/// Why a group is incomplete. If there are several reasons, the first one in this order is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(rename_all = "snake_case")]
pub enum MissingReason {
    /// The person didn't allow this site to read it, or only a part of it.
    NotPermitted,
    /// The system doesn't give it to this site.
    Refused,
    /// The system didn't answer in time.
    Slow,
    /// The system answered with an error, or with something that can't be read.
    Failed,
    /// There is more than this site reads.
    TooMany,
    /// The system says that it holds some back.
    Withheld,
    /// Some entries can't be read, or are another person's.
    LeftOut,
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

/// What a record says of the person, beyond its name. Only a record that holds fills a form or decides anything.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[ts(rename_all = "snake_case")]
pub enum Standing {
    /// It is so now, as far as the record says.
    #[default]
    Holds,
    /// It is over: a condition that resolved, a medicine that was stopped.
    Ended,
    /// A medicine that the person doesn't take for now.
    OnHold,
    /// It isn't confirmed, or the record has a statement about its meaning that this site doesn't know.
    Uncertain,
    /// It isn't so, although the name doesn't say that: a diagnosis that was refuted, a vaccine that was not given.
    NotSo,
    /// The name itself says that there is none: 'No known allergies'.
    NoneStated,
    /// It is only planned, or its date is still to come.
    Planned,
    /// It is about a relative.
    OfFamily,
    /// A check or a risk, and no diagnosis: 'Encounter for screening for malignant neoplasm'.
    Precaution,
}

/// A vaccination (E-116).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Immunization {
    /// Unique id among the person's records.
    pub id: String,
    /// The vaccine's name.
    pub name: Option<String>,
    /// The date of the vaccination.
    pub date: Option<String>,
    /// The vaccine's manufacturer.
    pub manufacturer: Option<String>,
    #[serde(default)]
    pub standing: Standing,
}

/// A medicine that was prescribed or that the person takes (E-117).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Medication {
    /// Unique id among the person's records.
    pub id: String,
    /// The medicine's name.
    pub name: Option<String>,
    /// The date on which it was prescribed or reported.
    pub date: Option<String>,
    /// The amount and frequency.
    pub dosage: Option<String>,
    /// Whether the person takes it, `yes` or `no`, if the record says so.
    pub taken: Option<String>,
    /// For example `active` or `stopped`.
    pub status: Option<String>,
    #[serde(default)]
    pub standing: Standing,
}

/// An allergy or intolerance (E-118).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Allergy {
    /// Unique id among the person's records.
    pub id: String,
    /// The name of the allergy or substance.
    pub name: Option<String>,
    /// The date on which it was recorded, or else on which it began.
    pub date: Option<String>,
    /// For example `food` or `medication`.
    pub category: Option<String>,
    /// The severity of the worst reaction, or else the potential severity.
    pub severity: Option<String>,
    /// For example `active` or `resolved`.
    pub status: Option<String>,
    #[serde(default)]
    pub standing: Standing,
}

/// An illness or another health problem (E-119).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Condition {
    /// Unique id among the person's records.
    pub id: String,
    /// The name of the condition.
    pub name: Option<String>,
    /// The date on which it was recorded.
    pub date: Option<String>,
    /// For example `confirmed`.
    pub verificationstatus: Option<String>,
    /// For example `active` or `resolved`.
    pub clinicalstatus: Option<String>,
    /// The date on which it began.
    pub onsetdatetime: Option<String>,
    #[serde(default)]
    pub standing: Standing,
}

impl MedicalRecords {
    /// Returns the names of all records in order. Skips records without a name.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let immunizations = self.immunizations.iter().map(|entry| &entry.name);
        let medications = self.medications.iter().map(|entry| &entry.name);
        let allergies = self.allergies.iter().map(|entry| &entry.name);
        let conditions = self.conditions.iter().map(|entry| &entry.name);
        immunizations.chain(medications).chain(allergies).chain(conditions).filter_map(Option::as_deref)
    }

    /// The number of entries in all groups.
    #[must_use]
    pub fn count(&self) -> usize {
        self.immunizations.len() + self.medications.len() + self.allergies.len() + self.conditions.len()
    }

    /// Returns the ids of the entries of each group, in order.
    #[must_use]
    pub fn ids(&self) -> [Vec<String>; 4] {
        [
            self.immunizations.iter().map(|entry| entry.id.clone()).collect(),
            self.medications.iter().map(|entry| entry.id.clone()).collect(),
            self.allergies.iter().map(|entry| entry.id.clone()).collect(),
            self.conditions.iter().map(|entry| entry.id.clone()).collect(),
        ]
    }

    /// Returns the entries that hold.
    #[must_use]
    pub fn holding(&self) -> Self {
        let holds = |standing: Standing| standing == Standing::Holds;
        Self {
            immunizations: filtered(&self.immunizations, |entry| holds(entry.standing)),
            medications: filtered(&self.medications, |entry| holds(entry.standing)),
            allergies: filtered(&self.allergies, |entry| holds(entry.standing)),
            conditions: filtered(&self.conditions, |entry| holds(entry.standing)),
        }
    }

    /// Keeps only the entries whose group and id `chosen` accepts. It can't add entries that aren't in the records.
    #[must_use]
    pub fn filter(&self, chosen: impl Fn(Group, &str) -> bool) -> Self {
        Self {
            immunizations: filtered(&self.immunizations, |entry| chosen(Group::Immunizations, &entry.id)),
            medications: filtered(&self.medications, |entry| chosen(Group::Medications, &entry.id)),
            allergies: filtered(&self.allergies, |entry| chosen(Group::Allergies, &entry.id)),
            conditions: filtered(&self.conditions, |entry| chosen(Group::Conditions, &entry.id)),
        }
    }
}

fn filtered<T: Clone>(entries: &[T], chosen: impl Fn(&&T) -> bool) -> Vec<T> {
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
            standing: Standing::Holds,
        }
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
}
