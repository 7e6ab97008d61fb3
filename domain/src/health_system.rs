//! Health systems to which participants can connect.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// The id of a health system in our list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SystemId(String);

/// The text is not a valid [`SystemId`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not an id of a health system; use at most 64 letters, digits, '-', and '.'")]
pub struct InvalidSystemId(String);

/// A health system as patients know it, with the URL of its medical records.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HealthSystem {
    /// The id in our list.
    pub id: SystemId,
    /// The name that patients use.
    pub name: String,
    /// Other names that patients use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also_called: Vec<String>,
    /// The names of its patient portals, such as `MyChart`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub portals: Vec<String>,
    /// The base URL of its FHIR server.
    pub base: String,
    /// The places of its hospitals and practices.
    #[serde(default)]
    pub places: Vec<SystemPlace>,
}

/// A hospital or practice, and its place.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SystemPlace {
    /// The name of the hospital or practice. Empty if it has that of the system.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Other names of the hospital or practice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also_called: Vec<String>,
    /// The names of its own patient portals. Empty if it has those of the system.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub portals: Vec<String>,
    /// City, such as `Cleveland`. May be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub city: String,
    /// State, as a postal abbreviation in most lists: `OH`. May be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub state: String,
    /// ZIP code, such as `44106`. May be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub zip: String,
}

impl SystemPlace {
    /// Whether an address is known.
    #[must_use]
    pub fn has_address(&self) -> bool {
        [&self.city, &self.state, &self.zip].iter().any(|part| !part.is_empty())
    }
}

impl FromStr for SystemId {
    type Err = InvalidSystemId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.');
        let is_id = !text.is_empty() && text.len() <= 64 && text.chars().all(is_plain);
        if is_id { Ok(Self(text.to_owned())) } else { Err(InvalidSystemId(text.to_owned())) }
    }
}

impl TryFrom<String> for SystemId {
    type Error = InvalidSystemId;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<SystemId> for String {
    fn from(id: SystemId) -> Self {
        id.0
    }
}

impl fmt::Display for SystemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod tests {
    use super::*;

    #[test]
    fn id_has_only_letters_digits_hyphens_and_dots() {
        for (text, is_id) in [("harbor-1", true), ("a.b", true), ("", false), ("a b", false), ("../x", false)]
        {
            assert_eq!(text.parse::<SystemId>().is_ok(), is_id, "{text}");
        }
    }
}
