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
    #[serde(default)]
    pub also_called: Vec<String>,
    /// The base URL of its FHIR server.
    pub base: String,
    /// The places of its hospitals and practices.
    #[serde(default)]
    pub places: Vec<SystemPlace>,
}

/// The place of a hospital or practice.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SystemPlace {
    /// City, such as `Cleveland`. May be empty.
    #[serde(default)]
    pub city: String,
    /// State, as a postal abbreviation in most lists: `OH`. May be empty.
    #[serde(default)]
    pub state: String,
    /// ZIP code, such as `44106`. May be empty.
    #[serde(default)]
    pub zip: String,
}

/// The words of a search for health systems, split once for all systems.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryWords(Vec<String>);

impl QueryWords {
    /// Splits a text into words in lower case.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        Self(folded(text))
    }

    /// Whether there are words, and all of them fit.
    fn all_match(&self, fits: impl Fn(&str) -> bool) -> bool {
        !self.0.is_empty() && self.0.iter().all(|word| fits(word))
    }
}

impl HealthSystem {
    /// Whether each word is a prefix of a word in the system's names.
    #[must_use]
    pub fn matches_name(&self, words: &QueryWords) -> bool {
        let names: Vec<String> = self.names().collect();
        words.all_match(|word| names.iter().any(|known| known.starts_with(word)))
    }

    /// Whether each word is a prefix of a word in the system's names or places.
    #[must_use]
    pub fn matches_name_or_place(&self, words: &QueryWords) -> bool {
        let places = self.places.iter().flat_map(|place| [&place.city, &place.state, &place.zip]);
        let known: Vec<String> = self.names().chain(places.flat_map(folded)).collect();
        words.all_match(|word| known.iter().any(|known| known.starts_with(word)))
    }

    /// Whether the words match the system's names, except for one typo per four letters, and at most two per word.
    #[must_use]
    pub fn nearly_matches_name(&self, words: &QueryWords) -> bool {
        let names: Vec<String> = self.names().collect();
        words.all_match(|word| {
            let slips = word.chars().count() / 4;
            names.iter().any(|known| waypoint_text::edit_distance(word, known) <= slips.min(2))
        })
    }

    fn names(&self) -> impl Iterator<Item = String> {
        [&self.name].into_iter().chain(&self.also_called).flat_map(folded)
    }
}

/// Splits a text into words in lower case, without accents.
fn folded(text: impl AsRef<str>) -> Vec<String> {
    let folded = waypoint_text::fold(text.as_ref());
    let words = folded.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
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

    fn harbor() -> HealthSystem {
        HealthSystem {
            id: "harbor-1".parse().unwrap(),
            name: "Harbor Health".into(),
            also_called: vec!["Mercy Hospital".into()],
            base: "https://ehr.example/r4".into(),
            places: vec![SystemPlace { city: "Cleveland".into(), state: "OH".into(), zip: "44106".into() }],
        }
    }

    #[test]
    fn system_is_found_by_its_names_and_places() {
        for (words, found) in [
            ("harbor", true),
            ("HARB", true),
            ("mercy hosp", true),
            ("cleveland", true),
            ("Cleveland, OH", true),
            ("harbor cleveland", true),
            ("44106", true),
            ("harbor boston", false),
            ("land", false),
            ("", false),
            (" , ", false),
        ] {
            assert_eq!(harbor().matches_name_or_place(&QueryWords::parse(words)), found, "{words}");
        }
    }

    #[test]
    fn accents_and_apostrophes_do_not_matter() {
        let system = HealthSystem { name: "Clínica Núñez’s Kids".into(), ..harbor() };
        for words in ["clinica nunez", "CLÍNICA", "clinica", "nunez's", "Núñez´s"] {
            assert!(system.matches_name(&QueryWords::parse(words)), "{words}");
        }
    }

    #[test]
    fn system_is_found_despite_typos_in_longer_words() {
        for (words, nearly) in [
            ("harbour", true),
            ("harbor helth", true),
            ("mercy hosptial", true),
            ("habror", true),
            ("hxxbor", false),
            ("mrc", false),
            ("cleveland", false),
            ("", false),
        ] {
            assert_eq!(harbor().nearly_matches_name(&QueryWords::parse(words)), nearly, "{words}");
        }
    }

    #[test]
    fn id_has_only_letters_digits_hyphens_and_dots() {
        for (text, is_id) in [("harbor-1", true), ("a.b", true), ("", false), ("a b", false), ("../x", false)]
        {
            assert_eq!(text.parse::<SystemId>().is_ok(), is_id, "{text}");
        }
    }
}
