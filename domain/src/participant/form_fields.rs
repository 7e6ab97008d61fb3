//! Reading the fields of the sign-up form, each with its error.

use std::{fmt::Display, str::FromStr};

use super::{FieldError, Relationship, Representative, SignUpForm};
use crate::{
    human_text::{HumanText, InvalidText, TextLimit},
    personal::Personal,
};

/// The most characters of a short answer, such as a name.
pub(super) const SHORT: usize = 100;
/// The most characters of a long answer, such as a list of medicines.
pub(super) const LONG: usize = 2000;

/// Reads the fields of a form one after another and collects their errors.
#[derive(Debug, Default)]
pub(super) struct FormFields {
    pub(super) errors: Vec<FieldError>,
}

impl FormFields {
    pub(super) fn required(
        &mut self,
        value: &Personal<String>,
        field: &str,
        what: &str,
        room: TextLimit,
    ) -> Option<Personal<String>> {
        match HumanText::parse(value.reveal(), room) {
            Ok(text) => Some(Personal::new(text.into_string())),
            Err(InvalidText::Empty) => {
                self.errors.push(FieldError::missing(field, format!("Enter {what}")));
                None
            }
            Err(error) => {
                self.errors.push(FieldError::new(field, error.to_string()));
                None
            }
        }
    }

    /// A name, which has at least one letter of any script.
    pub(super) fn name(
        &mut self,
        value: &Personal<String>,
        field: &str,
        what: &str,
    ) -> Option<Personal<String>> {
        let name = self.required(value, field, what, TextLimit::SingleLine(SHORT))?;
        if name.reveal().chars().any(char::is_alphabetic) {
            return Some(name);
        }
        self.errors.push(FieldError::new(field, format!("Enter {what} in letters")));
        None
    }

    pub(super) fn optional(
        &mut self,
        value: &Personal<String>,
        field: &str,
        room: TextLimit,
    ) -> Option<Personal<String>> {
        match HumanText::parse(value.reveal(), room) {
            Ok(text) => Some(Personal::new(text.into_string())),
            Err(InvalidText::Empty) => Some(Personal::default()),
            Err(error) => {
                self.errors.push(FieldError::new(field, error.to_string()));
                None
            }
        }
    }

    pub(super) fn parsed<T, E: Display>(
        &mut self,
        value: &Personal<String>,
        field: &str,
        what: &str,
        parse: impl Fn(&str) -> Result<T, E>,
    ) -> Option<Personal<T>> {
        let text = self.required(value, field, what, TextLimit::MultiLine(LONG))?;
        match parse(text.reveal()) {
            Ok(parsed) => Some(Personal::new(parsed)),
            Err(error) => {
                self.errors.push(FieldError::new(field, error.to_string()));
                None
            }
        }
    }

    #[expect(clippy::option_option, reason = "an invalid value, no value, and a value are different results")]
    pub(super) fn parsed_if_given<T, E: Display>(
        &mut self,
        value: &Personal<String>,
        field: &str,
        parse: impl Fn(&str) -> Result<T, E>,
    ) -> Option<Option<Personal<T>>> {
        let text = self.optional(value, field, TextLimit::MultiLine(LONG))?;
        if text.reveal().is_empty() {
            return Some(None);
        }
        self.parsed(&text, field, "", parse).map(Some)
    }

    pub(super) fn representative(&mut self, form: &SignUpForm) -> Option<Personal<Representative>> {
        let name = self.name(&form.representative_name, "representative_name", "your full name");
        let relationship = self.parsed(
            &form.representative_relationship,
            "representative_relationship",
            "how you are related",
            Relationship::from_str,
        );
        let is_other = relationship.as_ref().is_some_and(|chosen| *chosen.reveal() == Relationship::Other);
        let relationship_in_words = if is_other {
            let field = "representative_relationship_other";
            let words = &form.representative_relationship_other;
            self.required(words, field, "how you are related", TextLimit::SingleLine(SHORT)).map(Some)
        } else {
            Some(None)
        };
        Some(Personal::new(Representative {
            name: name?,
            relationship: *relationship?.reveal(),
            relationship_in_words: relationship_in_words?,
        }))
    }
}
