//! The details of an erasure request. Only the participant number is checked for its format, because that discloses nothing.
//! A name or date that can't be parsed matches no participant.

use waypoint_text::fold_word;

use crate::{
    human_text::remove_hidden_characters,
    participant::{FieldError, parse_typed_date},
    participant_number::{InvalidParticipantNumber, ParticipantNumber},
    personal::Personal,
};

/// The three values that identify a sign-up.
#[derive(Debug, Clone)]
pub struct ErasureDetails {
    pub number: ParticipantNumber,
    /// The last name, as [`folded_name`] returns it.
    pub last_name: Personal<String>,
    /// The date of birth as `YYYY-MM-DD`, or the typed text if it isn't a date.
    pub date_of_birth: Personal<String>,
}

impl ErasureDetails {
    /// Parses the fields of the request form.
    ///
    /// # Errors
    /// Returns every empty field, in the order of the form. If none is empty, returns a hint about the number's format.
    pub fn parse(patient_id: &str, last_name: &str, date_of_birth: &str) -> Result<Self, Vec<FieldError>> {
        let fields = [
            ("patient_id", patient_id, "Enter your patient ID"),
            ("last_name", last_name, "Enter your last name"),
            ("date_of_birth", date_of_birth, "Enter your date of birth"),
        ];
        let missing: Vec<_> = fields
            .into_iter()
            .filter(|(_, typed, _)| remove_hidden_characters(typed).trim().is_empty())
            .map(|(field, _, message)| FieldError::missing(field, message))
            .collect();
        if !missing.is_empty() {
            return Err(missing);
        }
        let number = patient_id.parse().map_err(|error: InvalidParticipantNumber| {
            vec![FieldError::new("patient_id", error.to_string())]
        })?;
        let date = parse_typed_date(date_of_birth).map_or_else(
            || remove_hidden_characters(date_of_birth).trim().to_owned(),
            |date| date.to_string(),
        );
        Ok(Self {
            number,
            last_name: Personal::new(folded_name(last_name)),
            date_of_birth: Personal::new(date),
        })
    }
}

/// Removes what people write inconsistently in names: case, accents, spaces, hyphens, and apostrophes.
#[must_use]
pub fn folded_name(name: &str) -> String {
    fold_word(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn folded_name_ignores_case_accents_and_spaces() {
        let table = [
            ("Sample", " sAMPLE "),
            ("Núñez de la Peña", "NUNEZ DELA PENA"),
            ("O’Brien", "O'Brien"),
            ("Oʼahu", "Oahu"),
            ("Smith-Jones", "smith jones"),
            ("Nguyễn", "nguyen"),
            ("Đặng", "Dang"),
            ("Weiß", "WEISS"),
            ("Łukasiewicz", "lukasiewicz"),
            ("Ørsted", "orsted"),
            ("İnan", "inan"),
            ("Işık", "ISIK"),
            ("Ｓａｍｐｌｅ", "sample"),
        ];
        for (one, other) in table {
            assert_eq!(folded_name(one), folded_name(other), "{one} and {other}");
        }
        assert_ne!(folded_name("Sample"), folded_name("Samples"));
        assert_eq!(folded_name("李"), "李");
    }

    #[test]
    fn only_empty_fields_and_malformed_numbers_are_errors() {
        let fields = |id, name, date| {
            let read = ErasureDetails::parse(id, name, date);
            read.err().unwrap_or_default().into_iter().map(|error| error.field).collect::<Vec<_>>()
        };
        assert_eq!(fields("", " ", ""), ["patient_id", "last_name", "date_of_birth"]);
        assert_eq!(fields("PT0", "\u{200B}", "1"), ["last_name"]);
        for typed in ["?", "12", "1956-02-30", "\u{202e}x", "27.3.1956"] {
            assert_eq!(fields("PT0000000000AB", typed, typed), [""; 0], "{typed}");
        }
    }

    #[test]
    fn copied_number_is_accepted_and_malformed_number_gets_a_hint() {
        let number = |typed| ErasureDetails::parse(typed, "a", "b").map(|details| details.number);
        for typed in [" pt00 0000 0000ab ", "PT 0000-0000-00AB", "oooo-oooo-ooab"] {
            assert_eq!(number(typed), Ok("PT0000000000AB".parse().unwrap()), "{typed}");
        }
        for typed in ["STU01009", "19", "' OR 1=1 --"] {
            let errors = number(typed).unwrap_err();
            assert!(errors[0].field == "patient_id" && errors[0].message.contains("PT 7K3M"), "{typed}");
        }
    }

    #[test]
    fn typed_date_is_converted_to_iso_format() {
        let date = |typed| {
            ErasureDetails::parse("PT0000000000AB", "a", typed).unwrap().date_of_birth.reveal().clone()
        };
        for typed in ["1956-03-27", "3/27/1956", "27 March 1956"] {
            assert_eq!(date(typed), "1956-03-27");
        }
        assert_eq!(date(" soon "), "soon");
    }

    #[test]
    fn debug_output_hides_name_and_date() {
        let shown = format!("{:?}", ErasureDetails::parse("PT0000000000AB", "Sample", "1956-03-27").unwrap());
        assert!(!shown.contains("sample") && !shown.contains("1956"), "{shown}");
    }

    proptest! {
        #[test]
        fn folding_is_idempotent(name in "\\PC{0,40}") {
            let once = folded_name(&name);
            prop_assert_eq!(folded_name(&once), once);
        }
    }
}
