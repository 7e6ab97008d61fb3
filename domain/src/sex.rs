//! The sexes that studies admit.

use std::{convert::Infallible, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What pages show for sexes or ages that a registry record doesn't state.
pub const NOT_STATED: &str = "Not stated";

/// The sexes that a study admits. A study file without a known value means [`Sex::All`], so that a gap excludes no one; a
/// registry record without one states nothing.
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
    /// Reads a value that must be one of the three. Any other text states nothing.
    #[must_use]
    pub fn stated(text: &str) -> Option<Self> {
        [Self::All, Self::Female, Self::Male]
            .into_iter()
            .find(|sex| sex.label().eq_ignore_ascii_case(text.trim()))
    }

    /// The text that pages show for the sexes that a study may not state.
    #[must_use]
    pub fn label_if_stated(sex: Option<Self>) -> &'static str {
        sex.map_or(NOT_STATED, Self::label)
    }

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
    fn only_a_known_value_is_stated() {
        for (text, sex) in
            [("ALL", Some(Sex::All)), (" female", Some(Sex::Female)), ("", None), ("both", None)]
        {
            assert_eq!(Sex::stated(text), sex, "{text}");
        }
        assert_eq!(Sex::label_if_stated(None), "Not stated");
    }

    #[test]
    fn missing_or_unknown_sex_admits_all() {
        for (text, sex) in [("FEMALE", Sex::Female), ("Male", Sex::Male), ("", Sex::All), ("both", Sex::All)]
        {
            assert_eq!(Sex::from(text.to_owned()), sex, "{text}");
        }
    }
}
