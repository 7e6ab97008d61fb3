//! Health systems from which people can have their records read.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// The id of a health system in our own list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SystemId(String);

/// A text is no id of a health system.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no id of a health system; letters, digits, '-' and '.' alone, 64 at most")]
pub struct InvalidSystemId(String);

/// A health system, as patients know it, and where it gives out records.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HealthSystem {
    /// Names it in our list.
    pub id: SystemId,
    /// What patients call it.
    pub name: String,
    /// What else they call it.
    #[serde(default)]
    pub also_called: Vec<String>,
    /// The address of its records.
    pub base: String,
    /// Where its hospitals and practices are.
    #[serde(default)]
    pub places: Vec<SystemPlace>,
}

/// Where a hospital or practice of a health system is.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SystemPlace {
    /// The city.
    #[serde(default)]
    pub city: String,
    /// The state.
    #[serde(default)]
    pub state: String,
    /// The ZIP code.
    #[serde(default)]
    pub zip: String,
}

/// The words by which somebody looks for a system, read once for all systems.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoughtWords(Vec<String>);

impl SoughtWords {
    /// The words of a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self(folded(text))
    }

    /// Whether this is so of each of them, of which there is one at least.
    fn all(&self, is_so: impl Fn(&str) -> bool) -> bool {
        !self.0.is_empty() && self.0.iter().all(|word| is_so(word))
    }
}

impl HealthSystem {
    /// Whether words are what it is called: each of them begins a word of its names.
    #[must_use]
    pub fn is_called(&self, words: &SoughtWords) -> bool {
        let names: Vec<String> = self.names().collect();
        words.all(|word| names.iter().any(|known| known.starts_with(word)))
    }

    /// Whether words name it, or a city where it is: each of them begins a word of its names and places.
    #[must_use]
    pub fn is_named_by(&self, words: &SoughtWords) -> bool {
        let places = self.places.iter().flat_map(|place| [&place.city, &place.state, &place.zip]);
        let known: Vec<String> = self.names().chain(places.flat_map(folded)).collect();
        words.all(|word| known.iter().any(|known| known.starts_with(word)))
    }

    /// Whether words are what it is called but for a slip in a longer word, or two in a very long one.
    #[must_use]
    pub fn is_nearly_called(&self, words: &SoughtWords) -> bool {
        let names: Vec<String> = self.names().collect();
        words.all(|word| {
            let slips = word.chars().count() / 4;
            names.iter().any(|known| strsim::osa_distance(word, known) <= slips.min(2))
        })
    }

    fn names(&self) -> impl Iterator<Item = String> {
        [&self.name].into_iter().chain(&self.also_called).flat_map(folded)
    }
}

/// The words of a text, in small letters.
fn folded(text: impl AsRef<str>) -> Vec<String> {
    let words = text.as_ref().split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
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
    fn a_system_is_found_by_its_names_and_by_the_cities_where_it_is() {
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
            assert_eq!(harbor().is_named_by(&SoughtWords::of(words)), found, "{words}");
        }
    }

    #[test]
    fn a_system_is_nearly_called_so_with_a_slip_in_a_longer_word() {
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
            assert_eq!(harbor().is_nearly_called(&SoughtWords::of(words)), nearly, "{words}");
        }
    }

    #[test]
    fn an_id_is_plain() {
        for (text, is_id) in [("harbor-1", true), ("a.b", true), ("", false), ("a b", false), ("../x", false)]
        {
            assert_eq!(text.parse::<SystemId>().is_ok(), is_id, "{text}");
        }
    }
}
