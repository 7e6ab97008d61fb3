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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

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
