//! Prefills the sign-up form from medical records (E-301).

use jiff::civil::Date;

use super::{BegunForm, begun_form::LONGEST};
use crate::{
    medical_record::{Demographics, MedicalRecords, Medication},
    sex::Sex,
};

impl BegunForm {
    /// Fills empty fields from medical records: current conditions, current medicines, date of birth, and sex. Typed values
    /// stay.
    #[must_use]
    pub fn filled_from(self, records: &MedicalRecords, demographics: &Demographics) -> Self {
        let MedicalRecords { conditions, medications, .. } = records.holding();
        let conditions = conditions.into_iter().filter(|condition| !condition.detail.named_by_code);
        let conditions = joined(conditions.filter_map(|condition| condition.name));
        let medications = medications.iter().filter(|medication| !medication.detail.named_by_code);
        let medications = joined(medications.filter_map(name_with_dosage));
        let mut form = Self {
            health_condition: typed_or_recorded(self.health_condition, conditions),
            current_medications: typed_or_recorded(self.current_medications, medications),
            gender: typed_or_recorded(self.gender, gender(demographics.sex)),
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

fn typed_or_recorded(typed: String, recorded: String) -> String {
    if typed.trim().is_empty() { recorded } else { typed }
}

/// Returns the form's value for a sex. Empty if the record doesn't decide it.
fn gender(sex: Option<Sex>) -> String {
    match sex {
        Some(Sex::Female) => "female".into(),
        Some(Sex::Male) => "male".into(),
        Some(Sex::All) | None => String::new(),
    }
}

fn name_with_dosage(medication: &Medication) -> Option<String> {
    let name = medication.name.as_ref()?;
    Some(match &medication.dosage {
        Some(dosage) => format!("{name} ({dosage})"),
        None => name.clone(),
    })
}

/// Joins distinct entries with commas, up to the maximum length of a field.
fn joined(entries: impl Iterator<Item = String>) -> String {
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
    use crate::medical_record::{Condition, RecordDetail, Standing};

    fn condition(name: &str, standing: Standing) -> Condition {
        Condition { id: name.into(), name: Some(name.into()), standing, ..Condition::default() }
    }

    fn medication(name: &str, dosage: Option<&str>, standing: Standing) -> Medication {
        Medication {
            id: name.into(),
            name: Some(name.into()),
            dosage: dosage.map(str::to_owned),
            standing,
            ..Medication::default()
        }
    }

    fn rosa() -> (MedicalRecords, Demographics) {
        let records = MedicalRecords {
            conditions: vec![
                condition("Asthma", Standing::Holds),
                condition("asthma", Standing::Holds),
                condition("Flu", Standing::Ended),
                condition("Gout", Standing::NotSo),
                condition("Breast cancer", Standing::OfFamily),
                Condition {
                    detail: RecordDetail { named_by_code: true, ..RecordDetail::default() },
                    ..condition("ICD-10-CM code E11.9", Standing::Holds)
                },
            ],
            medications: vec![
                medication("Salbutamol", Some("2 puffs"), Standing::Holds),
                medication("Ibuprofen", None, Standing::Ended),
                medication("Aspirin", None, Standing::NotSo),
                medication("Metformin", None, Standing::Planned),
            ],
            ..MedicalRecords::default()
        };
        let demographics = Demographics { birth_date: Some("1956-03-07".into()), sex: Some(Sex::Female) };
        (records, demographics)
    }

    #[test]
    fn form_is_filled_with_conditions_medicines_birth_date_and_sex() {
        let (records, demographics) = rosa();
        let form = BegunForm::default().filled_from(&records, &demographics);
        assert_eq!(form.health_condition, "Asthma");
        assert_eq!(form.current_medications, "Salbutamol (2 puffs)");
        assert_eq!(form.gender, "female");
        let birth = [&form.date_of_birth_month, &form.date_of_birth_day, &form.date_of_birth_year];
        assert_eq!(birth, ["3", "7", "1956"]);
    }

    #[test]
    fn typed_values_are_not_overwritten() {
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
    fn removing_prefilled_values_keeps_values_typed_later() {
        let (records, demographics) = rosa();
        let filled = BegunForm::default().filled_from(&records, &demographics);
        let changed =
            BegunForm { health_condition: "Hay fever".into(), city: "Erie".into(), ..filled.clone() };
        let left = changed.clear_equal(&filled);
        assert_eq!((left.health_condition.as_str(), left.city.as_str()), ("Hay fever", "Erie"));
        assert_eq!((left.current_medications.as_str(), left.date_of_birth_year.as_str()), ("", ""));
    }

    #[test]
    fn prefilled_fields_never_exceed_their_maximum_length() {
        let many = (0..400).map(|n| condition(&format!("Condition {n}"), Standing::Holds));
        let records = MedicalRecords { conditions: many.collect(), ..MedicalRecords::default() };
        let form = BegunForm::default().filled_from(&records, &Demographics::default());
        assert!(form.clone().without_long_fields() == form && form.health_condition.len() > 1900);
        assert_eq!(form.gender, "");
    }

    #[test]
    fn incomplete_date_of_birth_fills_nothing() {
        let demographics = Demographics { birth_date: Some("1956".into()), sex: None };
        let form = BegunForm::default().filled_from(&MedicalRecords::default(), &demographics);
        assert!(form == BegunForm::default());
    }
}
