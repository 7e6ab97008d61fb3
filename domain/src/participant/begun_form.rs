//! The draft of a sign-up form that is not submitted yet.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{DateOfBirth, FieldError, Profile, SignUpForm, SignsUpFor};
use crate::{
    age_on_day::{LocalToday, completed_years},
    human_text::excess,
    personal::Personal,
};

/// The maximum number of characters in a field.
pub(super) const LONGEST: usize = 2000;
/// Without a parent or guardian, nothing about a child under this age is stored (COPPA, 16 CFR 312).
const CHILD_UNTIL: u16 = 13;

macro_rules! begun_form {
    ($($field:ident),+ $(,)?) => {
        /// The values of the form's fields as typed. A value of more than 2,000 characters (grapheme clusters) is reported
        /// and not stored. `race` holds choices separated by commas.
        #[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
        #[serde(deny_unknown_fields, default)]
        pub struct BegunForm {
            $(
                #[serde(skip_serializing_if = "String::is_empty")]
                #[ts(optional, as = "Option<String>")]
                pub(super) $field: String,
            )+
        }

        impl BegunForm {
            /// Clears the values that are equal in another form.
            #[must_use]
            pub fn clear_equal(mut self, other: &Self) -> Self {
                $( if self.$field == other.$field { self.$field.clear(); } )+
                self
            }

            /// The form without fields that are too long to store.
            #[must_use]
            pub fn without_long_fields(mut self) -> Self {
                $( if excess(&self.$field, LONGEST) > 0 { self.$field.clear(); } )+
                self
            }
        }
    };
}

begun_form!(
    signing_up_for,
    representative_name,
    representative_relationship,
    representative_relationship_other,
    preferred_name,
    last_name,
    date_of_birth_month,
    date_of_birth_day,
    date_of_birth_year,
    gender,
    current_gender,
    email,
    phone_number,
    language,
    country,
    city,
    state_territory,
    zip_code_or_city,
    race,
    health_condition,
    site,
    smoking_status,
    current_medications,
    relevant_family_history,
    patient_id,
);

impl BegunForm {
    /// Returns the date of birth once the three boxes hold a valid date.
    #[must_use]
    pub fn date_of_birth(&self, today: Date) -> Option<DateOfBirth> {
        DateOfBirth::parse(&self.typed_date_of_birth(), today).ok()
    }

    /// Whether a child under 13 fills in the form alone. The year alone can show it.
    #[must_use]
    pub fn is_by_child_alone(&self, today: LocalToday) -> bool {
        if !self.signs_up_for().is_self() {
            return false;
        }
        match self.date_of_birth(today.latest) {
            Some(birth) => completed_years(birth.day(), today.earliest) < CHILD_UNTIL,
            None => self.year_of_birth().is_some_and(|year| {
                let oldest = i32::from(today.earliest.year()) - year;
                (0..i32::from(CHILD_UNTIL)).contains(&oldest)
            }),
        }
    }

    /// The year of birth, once all of its digits are typed.
    fn year_of_birth(&self) -> Option<i32> {
        let year = self.date_of_birth_year.trim();
        (year.len() == 4).then(|| year.parse().ok()).flatten()
    }

    /// Returns an error for each invalid value as of `today`, in the order of the form. A sign-up would be rejected with
    /// these errors, and with further ones for empty required fields.
    #[must_use]
    pub fn invalid_values(&self, today: Date) -> Vec<FieldError> {
        let errors = Profile::check(&self.to_form(), today).err().unwrap_or_default();
        errors.into_iter().filter(|error| !error.missing).collect()
    }

    /// Returns the date from the three boxes, or an empty text until all of them are filled in.
    fn typed_date_of_birth(&self) -> String {
        let parts = [&self.date_of_birth_month, &self.date_of_birth_day, &self.date_of_birth_year];
        if parts.iter().any(|part| part.trim().is_empty()) {
            return String::new();
        }
        parts.map(String::as_str).join("/")
    }

    fn to_form(&self) -> SignUpForm {
        let typed = |field: &String| Personal::new(field.clone());
        SignUpForm {
            signing_up_for: self.signs_up_for(),
            representative_name: typed(&self.representative_name),
            representative_relationship: typed(&self.representative_relationship),
            representative_relationship_other: typed(&self.representative_relationship_other),
            preferred_name: typed(&self.preferred_name),
            last_name: typed(&self.last_name),
            date_of_birth: Personal::new(self.typed_date_of_birth()),
            gender: typed(&self.gender),
            current_gender: typed(&self.current_gender),
            email: typed(&self.email),
            phone_number: typed(&self.phone_number),
            language: typed(&self.language),
            country: typed(&self.country),
            city: typed(&self.city),
            state_territory: typed(&self.state_territory),
            zip_code_or_city: typed(&self.zip_code_or_city),
            race: typed(&self.race),
            health_condition: typed(&self.health_condition),
            site: typed(&self.site),
            smoking_status: typed(&self.smoking_status),
            current_medications: typed(&self.current_medications),
            relevant_family_history: typed(&self.relevant_family_history),
            patient_id: typed(&self.patient_id),
            ..SignUpForm::default()
        }
    }

    /// Who is being signed up.
    #[must_use]
    pub fn signs_up_for(&self) -> SignsUpFor {
        if self.signing_up_for == "someone_else" { SignsUpFor::SomeoneElse } else { SignsUpFor::Oneself }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn draft_keeps_values_as_typed_and_rejects_unknown_fields() {
        let typed = r#"{"email":" maria@","race":"Asian,Other"}"#;
        let form: BegunForm = serde_json::from_str(typed).unwrap();
        assert_eq!(serde_json::to_string(&form).unwrap(), typed);
        assert!(serde_json::from_str::<BegunForm>(r#"{"recaptcha_response":"x"}"#).is_err());
        let with_city = |length: usize| BegunForm { city: "ü".repeat(length), ..form.clone() };
        assert!(with_city(LONGEST).without_long_fields() == with_city(LONGEST));
        assert!(with_city(LONGEST + 1).without_long_fields() == form);
    }

    fn wrong_fields(typed: serde_json::Value) -> Vec<String> {
        let form: BegunForm = serde_json::from_value(typed).unwrap();
        let wrong = form.invalid_values(jiff::civil::date(2026, 1, 1));
        wrong.into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn empty_fields_are_not_invalid_values() {
        assert!(wrong_fields(serde_json::json!({})).is_empty());
        assert!(wrong_fields(serde_json::json!({ "date_of_birth_month": "3", "email": " " })).is_empty());
    }

    #[test]
    fn invalid_values_depend_on_the_country() {
        let table = [
            ("UNITED STATES", "216 555 0134", "44106", [].as_slice()),
            ("UNITED STATES", "0044 20 7946 0018", "SW1A 1AA", &["phone_number", "zip_code_or_city"]),
            ("UNITED KINGDOM", "020 7946 0018", "SW1A 1AA", &[]),
            ("UNITED KINGDOM", "555", "44106", &["phone_number", "zip_code_or_city"]),
        ];
        for (country, phone_number, zip_code_or_city, wrong) in table {
            let typed = serde_json::json!({
                "country": country, "phone_number": phone_number, "zip_code_or_city": zip_code_or_city,
            });
            assert_eq!(wrong_fields(typed), wrong, "{phone_number} and {zip_code_or_city} in {country}");
        }
    }

    #[test]
    fn child_under_13_who_signs_up_alone_is_recognized_to_the_day_and_by_the_year() {
        let is_child = |month: &str, day: &str, year: &str, signing_up_for: &str| {
            let form: BegunForm = serde_json::from_value(serde_json::json!({
                "date_of_birth_month": month, "date_of_birth_day": day, "date_of_birth_year": year,
                "signing_up_for": signing_up_for,
            }))
            .unwrap();
            form.is_by_child_alone(LocalToday::exactly(jiff::civil::date(2026, 3, 1)))
        };
        for (month, day, year, expected) in [
            ("3", "2", "2013", true),
            ("3", "1", "2013", false),
            ("March", "2", "2013", true),
            ("", "", "2014", true),
            ("", "", "2026", true),
            ("", "", "2013", false),
            ("", "", "201", false),
            ("", "", "2027", false),
            ("3", "27", "1956", false),
            ("", "", "", false),
        ] {
            assert_eq!(is_child(month, day, year, "self"), expected, "{month}/{day}/{year}");
            assert_eq!(is_child(month, day, year, ""), expected, "{month}/{day}/{year}");
            assert!(!is_child(month, day, year, "someone_else"), "{month}/{day}/{year}");
        }
    }

    #[test]
    fn date_of_birth_is_checked_once_complete() {
        let typed = |day: &str| {
            serde_json::json!({
                "date_of_birth_month": "2", "date_of_birth_day": day, "date_of_birth_year": "1970",
            })
        };
        assert!(wrong_fields(typed("")).is_empty() && wrong_fields(typed("28")).is_empty());
        assert_eq!(wrong_fields(typed("31")), ["date_of_birth"]);
    }
}
