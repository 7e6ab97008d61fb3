//! Finds and ranks suggestions.

use std::{cmp::Reverse, io};

use waypoint_domain::country::Country;
use waypoint_vocabulary::{Language, Vocabulary};

use super::{
    matching::{Closeness, TypedWords},
    names_file::NamesFile,
    suggested_concept::{NameRole, SuggestedConcept, SuggestedName},
};

/// What a visitor typed, and where.
#[derive(Debug, Clone, Copy)]
pub struct Typed<'a> {
    pub text: &'a str,
    /// The language of the page.
    pub language: Language,
    /// The country of the search; any country if `None`.
    pub country: Option<&'a Country>,
}

/// A name to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The name as written.
    pub name: String,
    /// The concept's preferred name in the language of the page, if `name` is a synonym.
    pub preferred: Option<String>,
}

/// A set of names to look for. Each is only used if the ones before it find nothing.
struct NameSet {
    is_in_language: bool,
    is_hidden: bool,
}

const FIRST_SET: NameSet = NameSet { is_in_language: true, is_hidden: false };
const NAME_SETS: [NameSet; 4] = [
    FIRST_SET,
    NameSet { is_in_language: true, is_hidden: true },
    NameSet { is_in_language: false, is_hidden: false },
    NameSet { is_in_language: false, is_hidden: true },
];

impl NamesFile {
    /// Returns the names that match what was typed, one per concept: names that begin as typed first, those of common concepts
    /// before others. If no name matches, the text is read as a misspelled name.
    pub(crate) fn suggest(
        &self,
        typed: Typed,
        most: usize,
        vocabulary: &Vocabulary,
    ) -> io::Result<Vec<Suggestion>> {
        let words = TypedWords::new(typed.text);
        let Some(longest) = words.longest() else { return Ok(Vec::new()) };
        // A country that has no recruiting study has no number.
        let country = match typed.country.map(|country| self.country_number(country)) {
            Some(None) => return Ok(Vec::new()),
            number => number.flatten(),
        };
        let mut concepts = Vec::new();
        let mut beginning = 0;
        for concept in self.concepts_with(longest) {
            let concept = concept?;
            if country.is_none_or(|number| concept.has_results_in(number)) {
                beginning +=
                    usize::from(words.is_short() && FIRST_SET.begins(&concept, &words, typed.language));
                concepts.push(concept);
            }
            // Few letters begin thousands of names. The remaining concepts are less likely.
            if beginning == most {
                break;
            }
        }
        for set in NAME_SETS {
            let found = set.best(&concepts, &words, typed.language, most);
            if !found.is_empty() {
                return Ok(found);
            }
        }
        let corrected = self.corrected(typed.text, vocabulary)?;
        let found =
            corrected.iter().filter(|concept| country.is_none_or(|number| concept.has_results_in(number)));
        Ok(found.take(most).filter_map(|concept| preferred(concept, typed.language)).collect())
    }

    /// Returns the concepts of a text that is a single misspelled name, most likely ones first.
    fn corrected(&self, typed: &str, vocabulary: &Vocabulary) -> io::Result<Vec<SuggestedConcept<'_>>> {
        let reading = vocabulary.read(typed);
        let [part] = reading.parts.as_slice() else { return Ok(Vec::new()) };
        if !reading.rest.is_empty() {
            return Ok(Vec::new());
        }
        let mut concepts = Vec::new();
        for concept in &part.concepts {
            concepts.extend(self.concept(vocabulary.id(*concept))?);
        }
        concepts.sort_by_key(|concept| Reverse(concept.score));
        Ok(concepts)
    }
}

impl NameSet {
    fn has(&self, name: &SuggestedName, language: Language) -> bool {
        self.is_in_language == (name.language == language)
            && self.is_hidden == (name.role == NameRole::Hidden)
    }

    /// Whether a name of the set begins as typed.
    fn begins(&self, concept: &SuggestedConcept, typed: &TypedWords, language: Language) -> bool {
        let mut names = concept.names.iter().filter(|name| self.has(name, language));
        names.any(|name| typed.closeness(name).is_some_and(|closeness| closeness <= Closeness::Beginning))
    }

    fn best(
        &self,
        concepts: &[SuggestedConcept],
        typed: &TypedWords,
        language: Language,
        most: usize,
    ) -> Vec<Suggestion> {
        let mut found: Vec<(Closeness, Reverse<u64>, &SuggestedName, &SuggestedConcept)> = Vec::new();
        for concept in concepts {
            let names = concept.names.iter().filter(|name| self.has(name, language));
            let matching = names.filter_map(|name| Some((typed.closeness(name)?, name)));
            // A name in another language is only meant if it begins as typed.
            let matching =
                matching.filter(|(closeness, _)| self.is_in_language || *closeness != Closeness::AnyWord);
            // The names of a concept are in order, preferred ones first.
            if let Some((closeness, name)) = matching.min_by_key(|(closeness, _)| *closeness) {
                found.push((closeness, Reverse(concept.score), name, concept));
            }
        }
        found.sort_by(|one, other| (one.0, one.1, &one.2.text).cmp(&(other.0, other.1, &other.2.text)));
        let shown = found.into_iter().take(most);
        shown.filter_map(|(_, _, name, concept)| self.suggestion(name, concept, language)).collect()
    }

    fn suggestion(
        &self,
        name: &SuggestedName,
        concept: &SuggestedConcept,
        language: Language,
    ) -> Option<Suggestion> {
        if self.is_hidden {
            return preferred(concept, language);
        }
        let label = concept.preferred(language)?;
        let is_preferred = label.text == name.text;
        Some(Suggestion {
            name: name.text.to_string(),
            preferred: (!is_preferred).then(|| label.text.to_string()),
        })
    }
}

fn preferred(concept: &SuggestedConcept, language: Language) -> Option<Suggestion> {
    let label = concept.preferred(language)?;
    Some(Suggestion { name: label.text.to_string(), preferred: None })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use serde::Deserialize;
    use tantivy::directory::MmapDirectory;

    use super::*;
    use crate::suggestions::names_file;

    #[derive(Deserialize)]
    struct Table {
        concepts: Vec<Vec<String>>,
        cases: Vec<Case>,
    }

    #[derive(Deserialize)]
    struct Case {
        typed: String,
        found: Vec<String>,
    }

    /// The concepts of the table, each more common than the next.
    fn concepts(table: &Table) -> Vec<SuggestedConcept<'_>> {
        let roles = || std::iter::once(NameRole::Preferred).chain(std::iter::repeat(NameRole::Synonym));
        let mut concepts = Vec::new();
        for (names, place) in table.concepts.iter().zip(0_u64..) {
            let names = names.iter().zip(roles());
            let names = names.map(|(name, role)| SuggestedName::new(name, Language::English, role));
            concepts.push(SuggestedConcept {
                id: format!("D{place}").into(),
                names: names.collect(),
                countries: vec![1].into(),
                score: 1000 - place,
            });
        }
        concepts
    }

    #[test]
    fn names_match_as_on_the_page() {
        let table: Table = serde_json::from_str(include_str!("../../tests/tables/typed_names.json")).unwrap();
        let folder = tempfile::tempdir().unwrap();
        names_file::write(folder.path(), &concepts(&table), &[Country::parse("Peru").unwrap()]).unwrap();
        let file = NamesFile::open(&MmapDirectory::open(folder.path()).unwrap()).unwrap();
        let vocabulary = Vocabulary::default();
        for case in &table.cases {
            let typed = Typed { text: &case.typed, language: Language::English, country: None };
            let found = file.suggest(typed, 8, &vocabulary).unwrap();
            let shown: Vec<String> = found
                .into_iter()
                .map(|one| match one.preferred {
                    Some(preferred) => format!("{} ({preferred})", one.name),
                    None => one.name,
                })
                .collect();
            assert_eq!(shown, case.found, "{}", case.typed);
        }
    }
}
