//! Finds and ranks suggestions.

use std::{cmp::Reverse, io, sync::Arc};

use waypoint_domain::country::Country;
use waypoint_vocabulary::{Language, Vocabulary};

use super::{
    matching::{Closeness, TypedWords},
    names_file::NamesFile,
    suggested_concept::{Likelihood, NameRole, SuggestedConcept, SuggestedName},
};
use crate::partner::PartnerStudies;

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

/// What the names file doesn't have.
pub(crate) struct Sources<'a> {
    pub(crate) vocabulary: &'a Vocabulary,
    /// The partner studies as they are now.
    pub(crate) partners: &'a PartnerStudies,
    /// The concepts of partner studies that the names file doesn't have.
    pub(crate) new: &'a [Arc<SuggestedConcept<'static>>],
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
    /// before others. If no name matches, the text is read as a misspelled name. Few letters match only names in the
    /// language of the page.
    pub(crate) fn suggest(
        &self,
        typed: Typed,
        most: usize,
        sources: &Sources,
    ) -> io::Result<Vec<Suggestion>> {
        let words = TypedWords::new(typed.text);
        let Some(longest) = words.longest() else { return Ok(Vec::new()) };
        let number = typed.country.map(|country| self.country_number(country));
        let has_results = |concept: &SuggestedConcept| {
            let is_in_registry = match number {
                None => !concept.countries.is_empty(),
                Some(number) => number.is_some_and(|number| concept.has_results_in(number)),
            };
            let id = || sources.vocabulary.concept(&concept.id);
            is_in_registry || id().is_some_and(|id| sources.partners.has_joinable(id, typed.country))
        };
        let mut concepts: Vec<SuggestedConcept> =
            sources.new.iter().map(|new| (**new).clone()).filter(has_results).collect();
        let mut beginning = 0;
        for concept in self.concepts_with(longest) {
            let concept = concept?;
            if has_results(&concept) {
                beginning +=
                    usize::from(words.is_short() && FIRST_SET.begins(&concept, &words, typed.language));
                concepts.push(concept);
            }
            // Few letters begin thousands of names. The remaining concepts are less likely.
            if beginning == most {
                break;
            }
        }
        let is_few = words.is_few();
        for set in NAME_SETS.iter().filter(|set| set.is_in_language || !is_few) {
            let found = set.best(&concepts, &words, typed.language, most);
            if !found.is_empty() {
                return Ok(found);
            }
        }
        if is_few {
            return Ok(Vec::new());
        }
        let corrected = self.corrected(typed.text, sources)?;
        let found = corrected.iter().filter(|concept| has_results(concept));
        Ok(found.take(most).filter_map(|concept| preferred(concept, typed.language)).collect())
    }

    /// Returns the concepts of a text that is a single misspelled name, most likely ones first.
    fn corrected(&self, typed: &str, sources: &Sources) -> io::Result<Vec<SuggestedConcept<'_>>> {
        let reading = sources.vocabulary.read(typed);
        let [part] = reading.parts.as_slice() else { return Ok(Vec::new()) };
        if !reading.rest.is_empty() {
            return Ok(Vec::new());
        }
        let mut concepts = Vec::new();
        for concept in &part.concepts {
            let id = sources.vocabulary.id(*concept);
            concepts.extend(self.concept(id)?);
            concepts.extend(sources.new.iter().filter(|new| new.id == id).map(|new| (**new).clone()));
        }
        concepts.sort_by_key(|concept| Reverse(concept.likelihood));
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
        let mut found: Vec<(Closeness, Reverse<Likelihood>, &SuggestedName, &SuggestedConcept)> = Vec::new();
        for concept in concepts {
            let names = concept.names.iter().filter(|name| self.has(name, language));
            let matching = names.filter_map(|name| Some((typed.closeness(name)?, name)));
            // A name in another language is only meant if it begins as typed.
            let matching =
                matching.filter(|(closeness, _)| self.is_in_language || *closeness != Closeness::AnyWord);
            // The names of a concept are in order, preferred ones first.
            if let Some((closeness, name)) = matching.min_by_key(|(closeness, _)| *closeness) {
                found.push((closeness, Reverse(concept.likelihood), name, concept));
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
                partner_countries: Vec::new(),
                likelihood: Likelihood { is_condition: true, commonness: 1000 - place },
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
        let (vocabulary, partners) = (Vocabulary::default(), PartnerStudies::default());
        let sources = Sources { vocabulary: &vocabulary, partners: &partners, new: &[] };
        for case in &table.cases {
            let typed = Typed { text: &case.typed, language: Language::English, country: None };
            let found = file.suggest(typed, 8, &sources).unwrap();
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
