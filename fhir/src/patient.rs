//! A person, as their health system has them.

use jiff::civil::Date;
use waypoint_domain::{medical_record::Demographics, sex::Sex};

use crate::Resource;

/// What a Patient resource says of the person, as far as a sign-up asks for it.
#[must_use]
pub fn demographics(patient: Resource) -> Demographics {
    let is_whole = |day: &String| day.parse::<Date>().is_ok();
    let sex = match patient.text("gender").as_deref() {
        Some("male") => Some(Sex::Male),
        Some("female") => Some(Sex::Female),
        _ => None,
    };
    Demographics { birth_date: patient.day("birthDate").filter(is_whole), sex }
}

/// What a Patient resource says that the person is called: the official name, else the first one.
#[must_use]
pub fn name(patient: Resource) -> Option<String> {
    let names: Vec<Resource> = patient.list("name").collect();
    let official = names.iter().find(|name| name.text("use").as_deref() == Some("official"));
    let name = official.or(names.first())?;
    name.text("text").or_else(|| {
        let words: Vec<String> = name.strings("given").into_iter().chain(name.text("family")).collect();
        (!words.is_empty()).then(|| words.join(" "))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_person_is_called_by_the_official_name_else_by_the_first() {
        let table = [
            (json!([{"given": ["Rosa", "Ana"], "family": "Sample"}]), Some("Rosa Ana Sample")),
            (json!([{"text": "Rosie"}, {"use": "official", "family": "Sample"}]), Some("Sample")),
            (json!([{"text": "Rosa Sample", "family": "Other"}]), Some("Rosa Sample")),
            (json!([{}]), None),
            (json!("Rosa"), None),
        ];
        for (names, called) in table {
            let patient = json!({ "name": names });
            assert_eq!(name(Resource::of(&patient)).as_deref(), called, "{patient}");
        }
    }

    #[test]
    fn a_birth_date_is_taken_when_it_is_whole_and_a_sex_when_it_is_one_of_two() {
        let table: [(Value, Option<&str>, Option<Sex>); 4] = [
            (json!({"birthDate": "1956-03-27", "gender": "female"}), Some("1956-03-27"), Some(Sex::Female)),
            (json!({"birthDate": "1956-03", "gender": "other"}), None, None),
            (json!({"birthDate": "1956-02-31", "gender": "male"}), None, Some(Sex::Male)),
            (json!({}), None, None),
        ];
        for (patient, birth_date, sex) in table {
            let read = demographics(Resource::of(&patient));
            assert_eq!((read.birth_date.as_deref(), read.sex), (birth_date, sex), "{patient}");
        }
    }
}
