//! Personal data in `Patient` resources.

use jiff::civil::Date;
use waypoint_domain::{medical_record::Demographics, sex::Sex};

use crate::Resource;

/// Returns the demographic data that a sign-up needs.
#[must_use]
pub fn demographics(patient: Resource) -> Demographics {
    let is_complete = |day: &String| day.parse::<Date>().is_ok();
    let sex = match patient.text("gender").as_deref() {
        Some("male") => Some(Sex::Male),
        Some("female") => Some(Sex::Female),
        _ => None,
    };
    Demographics { birth_date: patient.day("birthDate").filter(is_complete), sex }
}

/// Returns the person's name: the official name, or else the first one. Names of earlier times don't count.
#[must_use]
pub fn name(patient: Resource, today: Date) -> Option<String> {
    let is_current = |name: &Resource| {
        name.text("use").as_deref() != Some("old") && !name.part("period").is_before("end", today)
    };
    let names: Vec<Resource> = patient.list("name").filter(is_current).collect();
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
    fn name_is_the_official_name_or_else_the_first() {
        let table = [
            (json!([{"given": ["Rosa", "Ana"], "family": "Sample"}]), Some("Rosa Ana Sample")),
            (json!([{"text": "Rosie"}, {"use": "official", "family": "Sample"}]), Some("Sample")),
            (json!([{"text": "Rosa Sample", "family": "Other"}]), Some("Rosa Sample")),
            (json!([{"use": "old", "text": "Rosa Former"}, {"text": "Rosa Sample"}]), Some("Rosa Sample")),
            (
                json!([{"text": "Rosa Former", "period": {"end": "2019-05-01"}}, {"text": "Rosa Sample"}]),
                Some("Rosa Sample"),
            ),
            (json!([{"use": "old", "text": "Rosa Former"}]), None),
            (json!([{}]), None),
            (json!("Rosa"), None),
        ];
        for (names, called) in table {
            let patient = json!({ "name": names });
            let today = jiff::civil::date(2026, 11, 26);
            assert_eq!(name(Resource::new(&patient), today).as_deref(), called, "{patient}");
        }
    }

    #[test]
    fn only_complete_birth_dates_and_male_or_female_are_read() {
        let table: [(Value, Option<&str>, Option<Sex>); 4] = [
            (json!({"birthDate": "1956-03-27", "gender": "female"}), Some("1956-03-27"), Some(Sex::Female)),
            (json!({"birthDate": "1956-03", "gender": "other"}), None, None),
            (json!({"birthDate": "1956-02-31", "gender": "male"}), None, Some(Sex::Male)),
            (json!({}), None, None),
        ];
        for (patient, birth_date, sex) in table {
            let read = demographics(Resource::new(&patient));
            assert_eq!((read.birth_date.as_deref(), read.sex), (birth_date, sex), "{patient}");
        }
    }
}
