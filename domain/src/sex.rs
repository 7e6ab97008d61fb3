//! The sexes that studies admit.

use std::{convert::Infallible, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The sexes that a study admits. Missing or unknown values count as [`Sex::All`], so that a gap in a record excludes
/// no one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "String", into = "String")]
#[schemars(extend("enum" = ["All", "Female", "Male"]))]
pub enum Sex {
    /// All participants.
    #[default]
    All,
    /// Female participants only.
    Female,
    /// Male participants only.
    Male,
}

impl Sex {
    /// The text that pages show.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::All => "All",
            Self::Female => "Female",
            Self::Male => "Male",
        }
    }
}

impl FromStr for Sex {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text.trim().to_ascii_lowercase().as_str() {
            "female" => Self::Female,
            "male" => Self::Male,
            _ => Self::All,
        })
    }
}

impl From<String> for Sex {
    fn from(text: String) -> Self {
        text.parse().unwrap_or_default()
    }
}

impl From<Sex> for String {
    fn from(sex: Sex) -> Self {
        sex.label().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_or_unknown_sex_admits_all() {
        for (text, sex) in [("FEMALE", Sex::Female), ("Male", Sex::Male), ("", Sex::All), ("both", Sex::All)]
        {
            assert_eq!(Sex::from(text.to_owned()), sex, "{text}");
        }
    }
}
