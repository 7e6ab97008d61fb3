//! Filling the sign-up form from medical records (E-301).

use jiff::civil::Date;

use super::{BegunForm, begun_form::LONGEST};
use crate::{
    medical_record::{Condition, Demographics, MedicalRecords, Medication},
    sex::Sex,
};

impl BegunForm {
    /// The form with what records say in the fields that are empty: illnesses that a person has, medicines that are taken,
    /// the date of birth and the sex. What was typed stays.
    #[must_use]
    pub fn filled_from(self, records: &MedicalRecords, demographics: &Demographics) -> Self {
        let conditions = records.conditions.iter().filter(|condition| is_there(condition));
        let conditions = listed(conditions.filter_map(|condition| condition.name.clone()));
        let medications = records.medications.iter().filter(|medication| is_taken(medication));
        let medications = listed(medications.filter_map(in_words));
        let mut form = Self {
            health_condition: or(self.health_condition, conditions),
            current_medications: or(self.current_medications, medications),
            gender: or(self.gender, gender(demographics.sex)),
            ..self
        };
        let birth = demographics.birth_date.as_deref().and_then(|date| date.parse::<Date>().ok());
        let is_empty = form.date_of_birth_day.is_empty()
            && form.date_of_birth_month.is_empty()
            && form.date_of_birth_year.is_empty();
        if let Some(birth) = birth.filter(|_| is_empty) {
            form.date_of_birth_day = birth.day().to_string();
            form.date_of_birth_month = birth.month().to_string();
            form.date_of_birth_year = birth.year().to_string();
        }
        form
    }
}

fn or(typed: String, said: String) -> String {
    if typed.trim().is_empty() { said } else { typed }
}

/// As the form names it; nothing where the record does not decide it.
fn gender(sex: Option<Sex>) -> String {
    match sex {
        Some(Sex::Female) => "female".into(),
        Some(Sex::Male) => "male".into(),
        Some(Sex::All) | None => String::new(),
    }
}

/// Whether a person has a condition: it is neither over nor a mere guess.
fn is_there(condition: &Condition) -> bool {
    const OVER: [&str; 3] = ["resolved", "inactive", "remission"];
    const NOT_SURE: [&str; 4] = ["refuted", "unconfirmed", "provisional", "differential"];
    let is_one_of = |status: &Option<String>, words: &[&str]| {
        status.as_deref().is_some_and(|status| words.contains(&status))
    };
    !is_one_of(&condition.clinicalstatus, &OVER) && !is_one_of(&condition.verificationstatus, &NOT_SURE)
}

/// Whether somebody takes a medicine, as far as the record says.
fn is_taken(medication: &Medication) -> bool {
    let is_active = medication.status.as_deref().is_none_or(|status| status == "active");
    is_active && medication.taken.as_deref() != Some("no")
}

fn in_words(medication: &Medication) -> Option<String> {
    let name = medication.name.as_ref()?;
    Some(match &medication.dosage {
        Some(dosage) => format!("{name} ({dosage})"),
        None => name.clone(),
    })
}

/// Each once, with commas between them, as many as the form takes.
fn listed(entries: impl Iterator<Item = String>) -> String {
    let mut list = String::new();
    let mut known: Vec<String> = Vec::new();
    for entry in entries {
        let key = entry.to_lowercase();
        if known.contains(&key) {
            continue;
        }
        let separator = if list.is_empty() { "" } else { ", " };
        if list.chars().count() + separator.len() + entry.chars().count() > LONGEST {
            break;
        }
        list.push_str(separator);
        list.push_str(&entry);
        known.push(key);
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition(name: &str, clinical: &str, verification: &str) -> Condition {
        Condition {
            id: name.into(),
            name: Some(name.into()),
            date: None,
            verificationstatus: Some(verification.into()),
            clinicalstatus: Some(clinical.into()),
            onsetdatetime: None,
        }
    }

    fn medication(name: &str, dosage: Option<&str>, status: &str, taken: Option<&str>) -> Medication {
        Medication {
            id: name.into(),
            name: Some(name.into()),
            date: None,
            dosage: dosage.map(str::to_owned),
            taken: taken.map(str::to_owned),
            status: Some(status.into()),
        }
    }

    fn rosa() -> (MedicalRecords, Demographics) {
        let records = MedicalRecords {
            conditions: vec![
                condition("Asthma", "active", "confirmed"),
                condition("asthma", "active", "confirmed"),
                condition("Flu", "resolved", "confirmed"),
                condition("Gout", "active", "refuted"),
            ],
            medications: vec![
                medication("Salbutamol", Some("2 puffs"), "active", None),
                medication("Ibuprofen", None, "stopped", None),
                medication("Aspirin", None, "active", Some("no")),
            ],
            ..MedicalRecords::default()
        };
        let demographics = Demographics { birth_date: Some("1956-03-07".into()), sex: Some(Sex::Female) };
        (records, demographics)
    }

    #[test]
    fn a_form_is_filled_with_what_a_person_has_and_takes_and_with_who_the_person_is() {
        let (records, demographics) = rosa();
        let form = BegunForm::default().filled_from(&records, &demographics);
        assert_eq!(form.health_condition, "Asthma");
        assert_eq!(form.current_medications, "Salbutamol (2 puffs)");
        assert_eq!(form.gender, "female");
        let birth = [&form.date_of_birth_month, &form.date_of_birth_day, &form.date_of_birth_year];
        assert_eq!(birth, ["3", "7", "1956"]);
    }

    #[test]
    fn what_was_typed_stays() {
        let (records, demographics) = rosa();
        let typed = BegunForm {
            health_condition: "Hay fever".into(),
            date_of_birth_year: "1957".into(),
            ..BegunForm::default()
        };
        let form = typed.filled_from(&records, &demographics);
        assert_eq!((form.health_condition.as_str(), form.date_of_birth_year.as_str()), ("Hay fever", "1957"));
        assert_eq!(form.date_of_birth_day, "");
    }

    #[test]
    fn what_records_said_before_is_taken_out_again_and_what_was_typed_since_stays() {
        let (records, demographics) = rosa();
        let filled = BegunForm::default().filled_from(&records, &demographics);
        let changed =
            BegunForm { health_condition: "Hay fever".into(), city: "Erie".into(), ..filled.clone() };
        let left = changed.without(&filled);
        assert_eq!((left.health_condition.as_str(), left.city.as_str()), ("Hay fever", "Erie"));
        assert_eq!((left.current_medications.as_str(), left.date_of_birth_year.as_str()), ("", ""));
    }

    #[test]
    fn no_field_gets_more_than_the_form_takes() {
        let many = (0..400).map(|n| condition(&format!("Condition {n}"), "active", "confirmed"));
        let records = MedicalRecords { conditions: many.collect(), ..MedicalRecords::default() };
        let form = BegunForm::default().filled_from(&records, &Demographics::default());
        assert!(!form.is_too_long() && form.health_condition.len() > 1900);
        assert_eq!(form.gender, "");
    }

    #[test]
    fn a_date_of_birth_that_is_not_whole_fills_nothing() {
        let demographics = Demographics { birth_date: Some("1956".into()), sex: None };
        let form = BegunForm::default().filled_from(&MedicalRecords::default(), &demographics);
        assert!(form == BegunForm::default());
    }
}
