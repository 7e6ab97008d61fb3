//! A sign-up whose every value has been checked.

use std::{fmt::Display, str::FromStr};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::{
    DateOfBirth, Email, FieldError, Gender, Language, PhoneNumber, PostalCode, Race, SignUpForm,
    SmokingStatus,
};
use crate::{country::Country, personal::Personal};

/// The most characters of a short answer, such as a name.
const SHORT: usize = 100;
/// The most characters of a long answer, such as a list of medicines.
const LONG: usize = 2000;

/// What is known about a participant. Stored sealed, never logged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// First name.
    pub preferred_name: Personal<String>,
    /// Last name.
    pub last_name: Personal<String>,
    /// Gender at birth.
    pub gender: Personal<Gender>,
    /// Gender today; may be empty.
    pub current_gender: Personal<String>,
    /// Date of birth.
    pub date_of_birth: Personal<DateOfBirth>,
    /// Mail address.
    pub email: Personal<Email>,
    /// Phone number.
    pub phone_number: Personal<PhoneNumber>,
    /// At least one.
    pub race: Personal<Vec<Race>>,
    /// The language to speak.
    pub language: Personal<Language>,
    /// Country.
    pub country: Personal<Country>,
    /// City; an older client may leave it out.
    pub city: Personal<String>,
    /// ZIP or postal code.
    pub postal_code: Personal<PostalCode>,
    /// State, province or region; may be empty.
    pub state_territory: Personal<String>,
    /// The device's time zone; may be empty.
    pub time_zone: Personal<String>,
    /// An id that the study team gave out; may be empty.
    pub patient_id: Personal<String>,
    /// Medicines; may be empty.
    pub current_medications: Personal<String>,
    /// The condition that brings the person here.
    pub health_condition: Personal<String>,
    /// Illnesses in the family; may be empty.
    pub relevant_family_history: Personal<String>,
    /// Whether the person smokes.
    pub smoking_status: Personal<SmokingStatus>,
    /// The key of the study's site that the person chose; empty for a study without sites.
    pub site: Personal<String>,
    /// What was searched for, and from which page; may be empty.
    pub other_information: Personal<String>,
}

impl Profile {
    /// Checks every field of a form as of `today`.
    ///
    /// # Errors
    /// Every field that is wrong, in the order of the form.
    pub fn check(form: &SignUpForm, today: Date) -> Result<Self, Vec<FieldError>> {
        let mut fields = Fields { errors: Vec::new() };
        let preferred_name =
            fields.required(&form.preferred_name, "preferred_name", "your first name", SHORT);
        let last_name = fields.required(&form.last_name, "last_name", "your last name", SHORT);
        let date_of_birth =
            fields.parsed(&form.date_of_birth, "date_of_birth", "your date of birth", |text| {
                DateOfBirth::parse(text, today)
            });
        let gender = fields.parsed(&form.gender, "gender", "your gender at birth", Gender::from_str);
        let current_gender = fields.optional(&form.current_gender, "current_gender", SHORT);
        let email = fields.parsed(&form.email, "email", "your email", Email::from_str);
        let of_country = Country::named(form.country.reveal());
        let phone_number = fields.parsed(&form.phone_number, "phone_number", "your phone number", |text| {
            PhoneNumber::read(text, of_country.as_ref())
        });
        let country = fields.required(&form.country, "country", "your country", SHORT);
        let city = fields.optional(&form.city, "city", SHORT);
        let state_territory = fields.optional(&form.state_territory, "state_territory", SHORT);
        let postal_code =
            fields.parsed(&form.zip_code_or_city, "zip_code_or_city", "your ZIP code", PostalCode::from_str);
        let language = fields.parsed(&form.language, "language", "your primary language", Language::from_str);
        let race = fields.parsed(&form.race, "race", "your race", Race::parse_list);
        let health_condition =
            fields.required(&form.health_condition, "health_condition", "your health condition", LONG);
        let smoking_status = fields.parsed(
            &form.smoking_status,
            "smoking_status",
            "your smoking status",
            SmokingStatus::from_str,
        );
        let current_medications = fields.optional(&form.current_medications, "current_medications", LONG);
        let relevant_family_history =
            fields.optional(&form.relevant_family_history, "relevant_family_history", LONG);
        let patient_id = fields.optional(&form.patient_id, "patient_id", SHORT);
        let time_zone = fields.optional(&form.time_zone, "time_zone", SHORT);
        let site = fields.optional(&form.site, "site", LONG);
        let other_information = fields.optional(&form.other_information, "other_information", LONG);

        let checked = (|| {
            Some(Self {
                preferred_name: preferred_name?,
                last_name: last_name?,
                gender: gender?,
                current_gender: current_gender?,
                date_of_birth: date_of_birth?,
                email: email?,
                phone_number: phone_number?,
                race: race?,
                language: language?,
                country: Personal::new(Country::named(country?.reveal())?),
                city: city?,
                postal_code: postal_code?,
                state_territory: state_territory?,
                time_zone: time_zone?,
                patient_id: patient_id?,
                current_medications: current_medications?,
                health_condition: health_condition?,
                relevant_family_history: relevant_family_history?,
                smoking_status: smoking_status?,
                site: site?,
                other_information: other_information?,
            })
        })();
        checked.ok_or(fields.errors)
    }
}

/// Reads fields one after another and keeps what is wrong with them.
struct Fields {
    errors: Vec<FieldError>,
}

impl Fields {
    fn required(
        &mut self,
        value: &Personal<String>,
        field: &str,
        what: &str,
        most: usize,
    ) -> Option<Personal<String>> {
        if value.reveal().trim().is_empty() {
            self.errors.push(FieldError::missing(field, format!("Enter {what}")));
            return None;
        }
        self.optional(value, field, most)
    }

    fn optional(&mut self, value: &Personal<String>, field: &str, most: usize) -> Option<Personal<String>> {
        let text = value.reveal().trim();
        if text.chars().count() > most {
            self.errors.push(FieldError::new(field, format!("Use at most {most} characters")));
            return None;
        }
        if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
            self.errors.push(FieldError::new(field, "Use letters, digits and punctuation only"));
            return None;
        }
        Some(Personal::new(text.to_owned()))
    }

    fn parsed<T, E: Display>(
        &mut self,
        value: &Personal<String>,
        field: &str,
        what: &str,
        parse: impl Fn(&str) -> Result<T, E>,
    ) -> Option<Personal<T>> {
        let text = self.required(value, field, what, LONG)?;
        match parse(text.reveal()) {
            Ok(parsed) => Some(Personal::new(parsed)),
            Err(error) => {
                self.errors.push(FieldError::new(field, error.to_string()));
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::participant::INVALID_EMAIL;
    use jiff::civil::date;

    fn filled() -> SignUpForm {
        let value = serde_json::json!({
            "preferred_name": "Maria", "last_name": "Sample", "gender": "female", "date_of_birth": "1956-03-27",
            "email": "maria@example.org", "phone_number": "216 555 0134", "race": "Asian,White", "language": "sp",
            "country": "usa", "city": "Cleveland", "zip_code_or_city": "44106", "health_condition": "Asthma",
            "smoking_status": "Never", "study_number": "STU01009"
        });
        serde_json::from_value(value).unwrap()
    }

    fn wrong_fields(form: &SignUpForm) -> Vec<String> {
        Profile::check(form, date(2026, 1, 1)).unwrap_err().into_iter().map(|e| e.field).collect()
    }

    #[test]
    fn a_filled_form_becomes_a_profile_with_the_country_under_its_one_name() {
        let profile = Profile::check(&filled(), date(2026, 1, 1)).unwrap();
        assert_eq!(profile.country.reveal().as_str(), "UNITED STATES");
        assert_eq!(profile.race.reveal().len(), 2);
    }

    #[test]
    fn every_required_field_that_is_empty_is_named_at_once() {
        assert_eq!(
            wrong_fields(&SignUpForm::default()),
            [
                "preferred_name",
                "last_name",
                "date_of_birth",
                "gender",
                "email",
                "phone_number",
                "country",
                "zip_code_or_city",
                "language",
                "race",
                "health_condition",
                "smoking_status",
            ]
        );
    }

    #[test]
    fn current_gender_medication_and_family_history_may_be_empty() {
        let form = SignUpForm {
            current_gender: Personal::default(),
            current_medications: Personal::default(),
            relevant_family_history: Personal::default(),
            ..filled()
        };
        assert!(Profile::check(&form, date(2026, 1, 1)).is_ok());
    }

    #[test]
    fn a_wrong_mail_address_gets_its_own_message_and_is_not_repeated() {
        let form = SignUpForm { email: Personal::new("maria.example".into()), ..filled() };
        let errors = Profile::check(&form, date(2026, 1, 1)).unwrap_err();
        assert_eq!(errors, [FieldError::new("email", INVALID_EMAIL)]);
    }

    #[test]
    fn an_endless_answer_is_refused() {
        let form = SignUpForm { current_medications: Personal::new("x".repeat(2001)), ..filled() };
        assert_eq!(wrong_fields(&form), ["current_medications"]);
    }

    #[test]
    fn no_typed_value_shows_in_the_debug_output_of_form_and_profile() {
        let form = filled();
        let shown = format!("{form:?} {:?}", Profile::check(&form, date(2026, 1, 1)).unwrap());
        for typed in
            ["Maria", "Sample", "1956", "maria@example.org", "0134", "Cleveland", "44106", "Asthma", "Never"]
        {
            assert!(!shown.contains(typed), "{typed} in {shown}");
        }
    }
}
