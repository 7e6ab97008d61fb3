//! The subject of a news subscription.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{
    search::{InvalidSearch, Search},
    study_id::StudyId,
};

/// The subject of a news subscription. `Debug` hides it, because it may reveal a person's health.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// A study: news when it starts recruiting and when it ends.
    Study(StudyId),
    /// A search: news when a new study matches.
    Search {
        /// The condition as typed.
        condition: String,
        /// The country of the search.
        country: String,
    },
}

/// Why a request does not name a valid subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSubject {
    /// The request names neither a study nor a search, or both.
    #[error("Name one study, or a condition and a country")]
    NotOne,
    /// The text is not a study number.
    #[error("This number names no study")]
    NoStudy,
    /// The condition is too long for a search.
    #[error("Say in fewer words what you are looking for")]
    TooLong,
}

impl Subject {
    /// Parses a subject from a study number, or from the condition and the country of a search.
    pub fn parse(study: &str, condition: &str, country: &str) -> Result<Self, InvalidSubject> {
        let is_search = !condition.trim().is_empty() || !country.trim().is_empty();
        match (study.trim(), is_search) {
            ("", true) => match Search::new(condition, country, None) {
                Ok(search) => {
                    Ok(Self::Search { condition: search.condition, country: search.country.to_string() })
                }
                Err(InvalidSearch::Missing) => Err(InvalidSubject::NotOne),
                Err(InvalidSearch::TooLong) => Err(InvalidSubject::TooLong),
            },
            ("", false) | (_, true) => Err(InvalidSubject::NotOne),
            (study, false) => study.parse().map(Self::Study).map_err(|_| InvalidSubject::NoStudy),
        }
    }

    /// Returns a text that is equal for all spellings of the same subject.
    #[must_use]
    pub fn canonical(&self) -> String {
        match self {
            Self::Study(id) => format!("study\n{id}"),
            Self::Search { condition, country } => format!("search\n{}\n{country}", condition.to_lowercase()),
        }
    }
}

impl fmt::Debug for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subject_is_one_study_or_one_search() {
        let table = [
            (("NCT04611802", "", ""), Ok("study\nNCT04611802")),
            ((" nct04611802 ", " ", ""), Ok("study\nNCT04611802")),
            (("PTGB00214", "", ""), Ok("study\nPTGB00214")),
            (("", "  Lung   Cancer ", "usa"), Ok("search\nlung cancer\nUNITED STATES")),
            (("", "", ""), Err(InvalidSubject::NotOne)),
            (("", "asthma", ""), Err(InvalidSubject::NotOne)),
            (("", "", "USA"), Err(InvalidSubject::NotOne)),
            (("NCT04611802", "asthma", "USA"), Err(InvalidSubject::NotOne)),
            (("asthma", "", ""), Err(InvalidSubject::NoStudy)),
        ];
        for ((study, condition, country), expected) in table {
            let read = Subject::parse(study, condition, country).map(|subject| subject.canonical());
            assert_eq!(read, expected.map(str::to_owned), "{study} {condition} {country}");
        }
        assert_eq!(Subject::parse("", &"a".repeat(201), "USA"), Err(InvalidSubject::TooLong));
    }

    #[test]
    fn debug_output_hides_the_subject() {
        let subject = Subject::parse("", "lung cancer", "USA").unwrap();
        assert_eq!(format!("{subject:?}"), "***");
    }
}
