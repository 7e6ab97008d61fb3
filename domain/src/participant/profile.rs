//! The validated values of a sign-up.

use std::str::FromStr;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::{
    DateOfBirth, Email, FieldError, Gender, Language, PhoneNumber, PostalCode, PostalCodeNeed, Race,
    Representative, SignUpForm, SmokingStatus,
    field_with_minimum_age::is_asked,
    form_fields::{FormFields, LONG, SHORT},
    postal_code_need,
};
use crate::{age_on_day::completed_years, country::Country, human_text::TextLimit, personal::Personal};

/// The personal data of a participant. It is stored encrypted and never logged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// The first name that the person goes by.
    pub preferred_name: Personal<String>,
    /// The last name, by which erasure requests are also compared.
    pub last_name: Personal<String>,
    /// The representative who signs up the participant, if any. The email address and phone number are then the
    /// representative's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub representative: Option<Personal<Representative>>,
    /// Gender at birth.
    pub gender: Personal<Gender>,
    /// Current gender. May be empty.
    pub current_gender: Personal<String>,
    /// The date of birth, compared with the study's ages at the sign-up.
    pub date_of_birth: Personal<DateOfBirth>,
    /// Email address.
    pub email: Personal<Email>,
    /// The phone number, in E.164 notation if its country is known.
    pub phone_number: Personal<PhoneNumber>,
    /// Races, at least one.
    pub race: Personal<Vec<Race>>,
    /// The participant's primary language.
    pub language: Personal<Language>,
    /// The country where the person lives, one of those in the sign-up form.
    pub country: Personal<Country>,
    /// City. Empty if an older client omits it.
    pub city: Personal<String>,
    /// ZIP or postal code. May be missing in countries where it is not required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub postal_code: Option<Personal<PostalCode>>,
    /// State, province, or region. May be empty.
    pub state_territory: Personal<String>,
    /// The device's time zone. May be empty.
    pub time_zone: Personal<String>,
    /// An id that the study team assigned. May be empty.
    pub patient_id: Personal<String>,
    /// Current medicines. May be empty.
    pub current_medications: Personal<String>,
    /// The health condition for which the person wants to join.
    pub health_condition: Personal<String>,
    /// Illnesses in the family. May be empty.
    pub relevant_family_history: Personal<String>,
    /// Smoking status. Not asked of young children.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smoking_status: Option<Personal<SmokingStatus>>,
    /// The key of the chosen site. Empty for a study without sites.
    pub site: Personal<String>,
    /// The search query and the page that led to the sign-up. May be empty.
    pub other_information: Personal<String>,
}

impl Profile {
    /// Validates every field of a form as of `today`.
    ///
    /// # Errors
    /// Returns an error for each invalid field, in the order of the form.
    pub fn check(form: &SignUpForm, today: Date) -> Result<Self, Vec<FieldError>> {
        let mut fields = FormFields::default();
        let is_for_other = !form.signing_up_for.is_self();
        let possessive = if is_for_other { "their" } else { "your" };
        let label = |what: &str| format!("{possessive} {what}");
        let preferred_name = fields.name(&form.preferred_name, "preferred_name", &label("first name"));
        let last_name = fields.name(&form.last_name, "last_name", &label("last name"));
        let date_of_birth =
            fields.parsed(&form.date_of_birth, "date_of_birth", &label("date of birth"), |text| {
                DateOfBirth::parse(text, today)
            });
        let years = date_of_birth.as_ref().map(|birth| completed_years(birth.reveal().day(), today));
        let gender = fields.parsed(&form.gender, "gender", &label("gender at birth"), Gender::from_str);
        let current_gender = if is_asked("current_gender", years) {
            fields.optional(&form.current_gender, "current_gender", TextLimit::SingleLine(SHORT))
        } else {
            Some(Personal::default())
        };
        let representative = if is_for_other { fields.representative(form).map(Some) } else { Some(None) };
        let email = fields.parsed(&form.email, "email", "your email", Email::from_str);
        let named_country = Country::parse(form.country.reveal());
        let phone_number = fields.parsed(&form.phone_number, "phone_number", "your phone number", |text| {
            PhoneNumber::parse(text, named_country.as_ref())
        });
        let country =
            fields.required(&form.country, "country", &label("country"), TextLimit::SingleLine(SHORT));
        let city = fields.optional(&form.city, "city", TextLimit::SingleLine(SHORT));
        let state_territory =
            fields.optional(&form.state_territory, "state_territory", TextLimit::SingleLine(SHORT));
        let read_code = |text: &str| PostalCode::parse(text, named_country.as_ref());
        let need = if named_country.is_none() {
            PostalCodeNeed::Required
        } else {
            postal_code_need(named_country.as_ref())
        };
        let postal_code = match need {
            PostalCodeNeed::Required => {
                let what = label("ZIP or postal code");
                fields.parsed(&form.zip_code_or_city, "zip_code_or_city", &what, read_code).map(Some)
            }
            PostalCodeNeed::Optional => {
                fields.parsed_if_given(&form.zip_code_or_city, "zip_code_or_city", read_code)
            }
            // People write "n/a" where their country has no codes.
            PostalCodeNeed::Absent => Some(read_code(form.zip_code_or_city.reveal()).ok().map(Personal::new)),
        };
        let language = fields.parsed(&form.language, "language", "your primary language", Language::from_str);
        let race = fields.parsed(&form.race, "race", &label("race"), Race::parse_list);
        let health_condition = fields.required(
            &form.health_condition,
            "health_condition",
            &label("health condition"),
            TextLimit::MultiLine(LONG),
        );
        let smoking_status = if is_asked("smoking_status", years) {
            let what = label("smoking status");
            fields.parsed(&form.smoking_status, "smoking_status", &what, SmokingStatus::from_str).map(Some)
        } else {
            Some(None)
        };
        let current_medications =
            fields.optional(&form.current_medications, "current_medications", TextLimit::MultiLine(LONG));
        let relevant_family_history = fields.optional(
            &form.relevant_family_history,
            "relevant_family_history",
            TextLimit::MultiLine(LONG),
        );
        let patient_id = fields.optional(&form.patient_id, "patient_id", TextLimit::SingleLine(SHORT));
        let time_zone = fields.optional(&form.time_zone, "time_zone", TextLimit::SingleLine(SHORT));
        let site = fields.optional(&form.site, "site", TextLimit::SingleLine(LONG));
        let other_information =
            fields.optional(&form.other_information, "other_information", TextLimit::MultiLine(LONG));

        let checked = (|| {
            Some(Self {
                preferred_name: preferred_name?,
                last_name: last_name?,
                representative: representative?,
                gender: gender?,
                current_gender: current_gender?,
                date_of_birth: date_of_birth?,
                email: email?,
                phone_number: phone_number?,
                race: race?,
                language: language?,
                country: Personal::new(Country::parse(country?.reveal())?),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::participant::{INVALID_EMAIL, Relationship, SignsUpFor};
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
    fn complete_form_becomes_a_profile_with_canonical_country() {
        let profile = Profile::check(&filled(), date(2026, 1, 1)).unwrap();
        assert_eq!(profile.country.reveal().as_str(), "UNITED STATES");
        assert_eq!(profile.race.reveal().len(), 2);
    }

    #[test]
    fn all_empty_required_fields_are_reported_at_once() {
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
    fn invalid_email_gets_one_message_that_does_not_repeat_it() {
        let form = SignUpForm { email: Personal::new("maria.example".into()), ..filled() };
        let errors = Profile::check(&form, date(2026, 1, 1)).unwrap_err();
        assert_eq!(errors, [FieldError::new("email", INVALID_EMAIL)]);
    }

    #[test]
    fn invisible_text_counts_as_missing() {
        for hidden in ["\u{200B}", "\u{2066}\u{2069}", "\u{FEFF} ", "\u{3164}"] {
            let form = SignUpForm {
                preferred_name: Personal::new(hidden.into()),
                last_name: Personal::new(hidden.into()),
                email: Personal::new(hidden.into()),
                health_condition: Personal::new(hidden.into()),
                ..filled()
            };
            let errors = Profile::check(&form, date(2026, 1, 1)).unwrap_err();
            let fields: Vec<_> = errors.iter().map(|error| error.field.as_str()).collect();
            assert_eq!(fields, ["preferred_name", "last_name", "email", "health_condition"], "{hidden:?}");
            assert!(errors.iter().all(|error| error.missing));
        }
    }

    #[test]
    fn names_need_a_letter_of_any_script() {
        for (name, is_name) in [
            (".", false),
            ("123", false),
            ("-", false),
            ("O", true),
            ("Ngọc", true),
            ("李", true),
            ("Jr. 3", true),
        ] {
            let name = Personal::new(name.to_owned());
            let form = SignUpForm { preferred_name: name.clone(), last_name: name, ..filled() };
            let checked = Profile::check(&form, date(2026, 1, 1));
            let fields: Vec<_> = checked.err().unwrap_or_default().into_iter().map(|e| e.field).collect();
            assert_eq!(fields, if is_name { &[][..] } else { &["preferred_name", "last_name"] });
        }
    }

    #[test]
    fn postal_code_may_be_empty_only_where_a_country_has_none() {
        let with = |country: &str, code: &str| SignUpForm {
            country: Personal::new(country.into()),
            zip_code_or_city: Personal::new(code.into()),
            phone_number: Personal::new("+1 216 555 0134".into()),
            ..filled()
        };
        let wrong = ["zip_code_or_city"];
        for (country, code, is_right) in [
            ("Hong Kong", "", true),
            ("Hong Kong", "n/a", true),
            ("Hong Kong", "999077", true),
            ("Vietnam", "", true),
            ("usa", "", false),
            ("usa", "SW1A 1AA", false),
            ("usa", "4410", false),
            ("UK", "SW1A 1AA", true),
        ] {
            let checked = Profile::check(&with(country, code), date(2026, 1, 1));
            let fields: Vec<_> =
                checked.err().unwrap_or_default().into_iter().map(|error| error.field).collect();
            assert_eq!(fields, if is_right { &[][..] } else { &wrong[..] }, "{code} in {country}");
        }
    }

    fn for_a_child() -> SignUpForm {
        SignUpForm {
            signing_up_for: SignsUpFor::SomeoneElse,
            date_of_birth: Personal::new("2024-05-01".into()),
            smoking_status: Personal::default(),
            representative_name: Personal::new("Ana Sample".into()),
            representative_relationship: Personal::new("parent".into()),
            ..filled()
        }
    }

    #[test]
    fn form_for_someone_else_requires_a_representative() {
        let profile = Profile::check(&for_a_child(), date(2026, 1, 1)).unwrap();
        let representative = profile.representative.unwrap();
        assert_eq!(representative.reveal().name.reveal(), "Ana Sample");
        assert_eq!(representative.reveal().relationship, Relationship::Parent);
        assert_eq!(profile.smoking_status, None);

        let incomplete = SignUpForm {
            representative_name: Personal::new("\u{200B}".into()),
            representative_relationship: Personal::default(),
            ..for_a_child()
        };
        assert_eq!(wrong_fields(&incomplete), ["representative_name", "representative_relationship"]);
        let other =
            SignUpForm { representative_relationship: Personal::new("other".into()), ..for_a_child() };
        assert_eq!(wrong_fields(&other), ["representative_relationship_other"]);
    }

    #[test]
    fn messages_of_a_form_for_someone_else_say_their() {
        let empty = SignUpForm { signing_up_for: SignsUpFor::SomeoneElse, ..SignUpForm::default() };
        let errors = Profile::check(&empty, date(2026, 1, 1)).unwrap_err();
        assert_eq!(errors[0].message, "Enter their first name");
        assert!(errors.iter().any(|error| error.message == "Enter your email"));
    }

    #[test]
    fn form_without_representative_fields_is_for_oneself() {
        assert_eq!(Profile::check(&filled(), date(2026, 1, 1)).unwrap().representative, None);
        let json = serde_json::to_string(&filled()).unwrap();
        assert!(!json.contains("representative") && !json.contains("signing_up_for"));
    }

    #[test]
    fn answers_not_asked_at_an_age_are_dropped() {
        let form = SignUpForm {
            current_gender: Personal::new("girl".into()),
            smoking_status: Personal::new("Never".into()),
            ..for_a_child()
        };
        let profile = Profile::check(&form, date(2026, 1, 1)).unwrap();
        assert_eq!((profile.smoking_status, profile.current_gender.reveal().as_str()), (None, ""));
    }

    #[test]
    fn overlong_answer_is_rejected() {
        let form = SignUpForm { current_medications: Personal::new("x".repeat(2001)), ..filled() };
        assert_eq!(wrong_fields(&form), ["current_medications"]);
    }

    #[test]
    fn debug_output_of_form_and_profile_hides_typed_values() {
        let form = filled();
        let shown = format!("{form:?} {:?}", Profile::check(&form, date(2026, 1, 1)).unwrap());
        for typed in
            ["Maria", "Sample", "1956", "maria@example.org", "0134", "Cleveland", "44106", "Asthma", "Never"]
        {
            assert!(!shown.contains(typed), "{typed} in {shown}");
        }
    }
}
