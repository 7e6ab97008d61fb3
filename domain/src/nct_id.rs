//! Study numbers of the public registry.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A registry number: `NCT` and eight digits. Parsing ignores case and converts to upper case.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("pattern" = "^NCT[0-9]{8}$"))]
pub struct NctId(String);

/// The text is not a valid [`NctId`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a registry number; one is NCT followed by eight digits, such as NCT04611802")]
pub struct InvalidNctId(pub String);

impl NctId {
    /// Parses a typed number that may have a space or hyphen between letters and digits.
    #[must_use]
    pub fn parse_typed(text: &str) -> Option<Self> {
        let upper = text.trim().to_ascii_uppercase();
        let digits = upper.strip_prefix("NCT")?.trim_start_matches([' ', '-', ':', '#']);
        format!("NCT{digits}").parse().ok()
    }

    /// Parses the number that a typed text contains, or consists of without its letters: 'NCT03974022 lung cancer',
    /// '03974022'.
    #[must_use]
    pub fn parse_in(text: &str) -> Option<Self> {
        let in_words = || text.split_whitespace().find_map(Self::parse_typed);
        Self::parse_typed(text).or_else(in_words).or_else(|| format!("NCT{}", text.trim()).parse().ok())
    }

    /// The number in upper case.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for NctId {
    type Err = InvalidNctId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let upper = text.trim().to_ascii_uppercase();
        match upper.strip_prefix("NCT") {
            Some(digits) if digits.len() == 8 && digits.bytes().all(|b| b.is_ascii_digit()) => {
                Ok(Self(upper))
            }
            _ => Err(InvalidNctId(text.chars().take(40).collect())),
        }
    }
}

impl TryFrom<String> for NctId {
    type Error = InvalidNctId;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<NctId> for String {
    fn from(id: NctId) -> Self {
        id.0
    }
}

impl fmt::Display for NctId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registry_number_is_nct_and_eight_digits_in_any_case() {
        for good in ["NCT04611802", "nct04611802", " NCT04611802 "] {
            assert_eq!(good.parse::<NctId>().unwrap().as_str(), "NCT04611802");
        }
        for bad in ["", "NCT", "NCT0461180", "NCT046118022", "NCT0461180x", "STU01009", "NCT٠٤٦١١٨٠٢"]
        {
            assert!(bad.parse::<NctId>().is_err(), "{bad}");
        }
    }

    #[test]
    fn typed_number_may_have_separators_after_nct() {
        for good in ["nct 04611802", "NCT-04611802", "NCT: 04611802", "nct04611802"] {
            assert_eq!(NctId::parse_typed(good).unwrap().as_str(), "NCT04611802");
        }
        for bad in ["04611802", "nct 0461180", "an nct 04611802", ""] {
            assert_eq!(NctId::parse_typed(bad), None, "{bad}");
        }
    }

    #[test]
    fn number_is_found_among_words_or_without_its_letters() {
        for text in
            ["NCT03974022 lung cancer", "lung cancer nct03974022", "03974022", " 03974022 ", "NCT 03974022"]
        {
            assert_eq!(NctId::parse_in(text).unwrap().as_str(), "NCT03974022", "{text}");
        }
        for text in ["lung cancer", "02115", "039740222", "lung cancer 03974022"] {
            assert_eq!(NctId::parse_in(text), None, "{text}");
        }
    }
}
