//! Types of studies.

use std::{convert::Infallible, str::FromStr};

use serde::{Deserialize, Serialize};

/// The type of a study, as the registry classifies it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum StudyType {
    /// Tests a treatment.
    Interventional,
    /// Only observes health.
    Observational,
    /// Gives a treatment outside a trial.
    ExpandedAccess,
    /// Missing or unknown.
    #[default]
    Unstated,
}

impl StudyType {
    /// The text that pages show.
    #[must_use]
    pub fn label(&self) -> &'static str {
        match self {
            Self::Interventional => "Interventional",
            Self::Observational => "Observational",
            Self::ExpandedAccess => "Expanded access",
            Self::Unstated => "None",
        }
    }
}

impl FromStr for StudyType {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let lower = text.to_ascii_lowercase();
        Ok(if lower.starts_with("expanded") {
            Self::ExpandedAccess
        } else if lower.starts_with("interventional") {
            Self::Interventional
        } else if lower.starts_with("observational") {
            Self::Observational
        } else {
            Self::Unstated
        })
    }
}

impl From<String> for StudyType {
    fn from(text: String) -> Self {
        text.parse().unwrap_or_default()
    }
}

impl From<StudyType> for String {
    fn from(kind: StudyType) -> Self {
        kind.label().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn study_types_are_parsed_in_any_spelling() {
        for (text, label) in [
            ("INTERVENTIONAL", "Interventional"),
            ("Observational", "Observational"),
            ("EXPANDED_ACCESS_INTERVENTIONAL", "Expanded access"),
            ("", "None"),
        ] {
            assert_eq!(StudyType::from(text.to_owned()).label(), label, "{text}");
        }
    }
}
