//! Fields of the form with a fixed list of choices.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The text is none of the choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Choose one of the answers in the list")]
pub struct NotAChoice;

macro_rules! choices {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $code:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        pub enum $name { $($(#[$variant_doc])* #[serde(rename = $code)] $variant),+ }

        impl $name {
            /// All choices, in the order of the form.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The value that the form sends.
            #[must_use]
            pub fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }
        }

        impl FromStr for $name {
            type Err = NotAChoice;

            fn from_str(text: &str) -> Result<Self, NotAChoice> {
                Self::ALL
                    .iter()
                    .copied()
                    .find(|choice| choice.code().eq_ignore_ascii_case(text.trim()))
                    .ok_or(NotAChoice)
            }
        }
    };
}

choices! {
    /// Gender at birth.
    Gender {
        Male = "male",
        Female = "female",
    }
}

choices! {
    /// Whether the person smokes or has smoked.
    SmokingStatus {
        Current = "Current",
        Ex = "Ex",
        Never = "Never",
    }
}

choices! {
    /// The person's primary language.
    Language {
        English = "en",
        Spanish = "sp",
        Vietnamese = "vt",
    }
}

choices! {
    /// Race: five single and five mixed choices.
    Race {
        NativeAmerican = "American Indian or Alaska Native",
        Asian = "Asian",
        Black = "Black or African American",
        PacificIslander = "Native Hawaiian or Other Pacific Islander",
        White = "White",
        NativeAmericanAndWhite = "Mixed: American Indian or Alaska Native and White",
        AsianAndWhite = "Mixed: Asian and White",
        BlackAndWhite = "Mixed: Black or African American and White",
        NativeAmericanAndBlack = "Mixed: American Indian or Alaska Native and Black or African American",
        OtherMixed = "Mixed: another combination",
    }
}

impl Race {
    /// Parses one or more races separated by commas.
    ///
    /// # Errors
    /// When a part is not a choice, or the list is empty.
    pub fn parse_list(text: &str) -> Result<Vec<Self>, NotAChoice> {
        let mut races = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let race = part.parse()?;
            if !races.contains(&race) {
                races.push(race);
            }
        }
        if races.is_empty() { Err(NotAChoice) } else { Ok(races) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_of_ten_race_choices_are_mixed() {
        let mixed = Race::ALL.iter().filter(|race| race.code().starts_with("Mixed")).count();
        assert_eq!((Race::ALL.len(), mixed), (10, 5));
        assert!(Race::ALL.iter().all(|race| !race.code().contains(',')));
    }

    #[test]
    fn races_are_parsed_from_a_comma_separated_list() {
        assert_eq!(Race::parse_list("Asian, White,Asian").unwrap(), [Race::Asian, Race::White]);
        for wrong in ["", " , ", "Asian,Martian"] {
            assert!(Race::parse_list(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn choices_have_the_codes_of_the_form() {
        let codes: Vec<_> = SmokingStatus::ALL.iter().map(|c| c.code()).collect();
        assert_eq!(codes, ["Current", "Ex", "Never"]);
        let codes: Vec<_> = Gender::ALL.iter().map(|c| c.code()).collect();
        assert_eq!(codes, ["male", "female"]);
        let codes: Vec<_> = Language::ALL.iter().map(|c| c.code()).collect();
        assert_eq!(codes, ["en", "sp", "vt"]);
        assert!("french".parse::<Language>().is_err());
    }
}
