//! What somebody wants news of.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{
    search::{InvalidSearch, Search},
    study_id::StudyId,
};

/// What somebody wants news of. It tells about somebody's health, so its `Debug` does not show it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// One study: when it starts to take people, and when it ends.
    Study(StudyId),
    /// A search: when a new study answers it.
    Search {
        /// The words as somebody typed them.
        condition: String,
        /// The country in which they searched.
        country: String,
    },
}

/// Why there can be no news of what was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSubject {
    /// Neither a study nor a search, or both.
    #[error("Name one study, or a condition and a country")]
    NotOne,
    /// Not the number of a study.
    #[error("This number names no study")]
    NoStudy,
    /// Longer than a search can be.
    #[error("Say in fewer words what you are looking for")]
    TooLong,
}

impl Subject {
    /// Reads a subject from a study's number, or from the condition and the country of a search.
    ///
    /// # Errors
    /// When it is neither, both, or can't be read.
    pub fn read(study: &str, condition: &str, country: &str) -> Result<Self, InvalidSubject> {
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

    /// The same text for every way to write the same wish.
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
    fn a_subject_is_one_study_or_one_search() {
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
            let read = Subject::read(study, condition, country).map(|subject| subject.canonical());
            assert_eq!(read, expected.map(str::to_owned), "{study} {condition} {country}");
        }
        assert_eq!(Subject::read("", &"a".repeat(201), "USA"), Err(InvalidSubject::TooLong));
    }

    #[test]
    fn a_subject_never_shows_in_debug_output() {
        let subject = Subject::read("", "lung cancer", "USA").unwrap();
        assert_eq!(format!("{subject:?}"), "***");
    }
}
