//! Partner studies' own numbers.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A partner study's number: `STU` or `PTGB` and 2 to 10 digits, in upper case.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("pattern" = "^(STU|PTGB)[0-9]{2,10}$"))]
pub struct StudyNumber(String);

/// The text is not a valid [`StudyNumber`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a study number; one is STU or PTGB followed by digits, such as STU01009")]
pub struct InvalidStudyNumber(pub String);

/// The series of a number. Each series has its own lookup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Series {
    /// Numbers that begin with `STU`.
    Stu,
    /// Numbers that begin with `PTGB`.
    Ptgb,
}

impl StudyNumber {
    /// Parses a typed number that may have spaces or hyphens: 'stu 01013'.
    #[must_use]
    pub fn parse_typed(text: &str) -> Option<Self> {
        let is_sign = |c: char| c.is_whitespace() || ['-', ':', '#'].contains(&c);
        text.split(is_sign).collect::<String>().parse().ok()
    }

    /// The number in upper case.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the series of the number.
    #[must_use]
    pub fn series(&self) -> Series {
        if self.0.starts_with("STU") { Series::Stu } else { Series::Ptgb }
    }
}

impl FromStr for StudyNumber {
    type Err = InvalidStudyNumber;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let upper = text.trim().to_ascii_uppercase();
        let digits = upper.strip_prefix("STU").or_else(|| upper.strip_prefix("PTGB"));
        match digits {
            Some(d) if (2..=10).contains(&d.len()) && d.bytes().all(|b| b.is_ascii_digit()) => {
                Ok(Self(upper))
            }
            _ => Err(InvalidStudyNumber(text.chars().take(40).collect())),
        }
    }
}

impl TryFrom<String> for StudyNumber {
    type Error = InvalidStudyNumber;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<StudyNumber> for String {
    fn from(number: StudyNumber) -> Self {
        number.0
    }
}

impl fmt::Display for StudyNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_number_may_have_separators() {
        for good in ["stu 01013", "STU-01013", "stu01013", " Stu #01013 "] {
            assert_eq!(StudyNumber::parse_typed(good).unwrap().as_str(), "STU01013", "{good}");
        }
        for bad in ["01013", "stu", "asthma stu 01013", ""] {
            assert_eq!(StudyNumber::parse_typed(bad), None, "{bad}");
        }
    }

    #[test]
    fn study_number_is_stu_or_ptgb_and_digits() {
        assert_eq!("stu01009".parse::<StudyNumber>().unwrap().series(), Series::Stu);
        assert_eq!("PTGB0007".parse::<StudyNumber>().unwrap().series(), Series::Ptgb);
        for bad in ["", "STU", "STU1", "STU0100x", "PTG0001", "NCT04611802", "STU/../x"] {
            assert!(bad.parse::<StudyNumber>().is_err(), "{bad}");
        }
    }
}
