//! The sign-up form as far as somebody has come with it.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{DateOfBirth, SignsUpFor};
use crate::human_text::excess;

/// The most characters that a field of the form takes.
pub(super) const LONGEST: usize = 2000;

macro_rules! begun_form {
    ($($field:ident),+ $(,)?) => {
        /// What stands in the fields of the form, as typed. Nothing of it is checked but its length: at most 2,000
        /// characters a field, as a reader counts them. `race` holds choices with commas between them.
        #[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
        #[serde(deny_unknown_fields, default)]
        pub struct BegunForm {
            $(
                #[serde(skip_serializing_if = "String::is_empty")]
                #[ts(optional, as = "Option<String>")]
                #[schema(max_length = 8000)]
                pub(super) $field: String,
            )+
        }

        impl BegunForm {
            /// The form without the values that it shares with another one.
            #[must_use]
            pub fn without(mut self, other: &Self) -> Self {
                $( if self.$field == other.$field { self.$field.clear(); } )+
                self
            }

            fn fields(&self) -> [&str; [$(stringify!($field)),+].len()] {
                [$(self.$field.as_str()),+]
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
    /// Whether a field is longer than the form takes.
    #[must_use]
    pub fn is_too_long(&self) -> bool {
        self.fields().iter().any(|field| excess(field, LONGEST) > 0)
    }

    /// The date of birth, once its three boxes hold a real one.
    #[must_use]
    pub fn date_of_birth(&self, today: Date) -> Option<DateOfBirth> {
        let Self { date_of_birth_month: month, date_of_birth_day: day, date_of_birth_year: year, .. } = self;
        DateOfBirth::parse(&format!("{month}/{day}/{year}"), today).ok()
    }

    /// For whom the form signs up.
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
    fn what_was_typed_is_kept_as_it_is_and_nothing_else() {
        let typed = r#"{"email":" maria@","race":"Asian,Other"}"#;
        let form: BegunForm = serde_json::from_str(typed).unwrap();
        assert_eq!(serde_json::to_string(&form).unwrap(), typed);
        assert!(!form.is_too_long());
        assert!(serde_json::from_str::<BegunForm>(r#"{"recaptcha_response":"x"}"#).is_err());
        let of = |length: usize| BegunForm { city: "ü".repeat(length), ..BegunForm::default() };
        assert!(!of(LONGEST).is_too_long() && of(LONGEST + 1).is_too_long());
    }
}
