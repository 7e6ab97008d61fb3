//! Counts, while an index is built, what suggestions depend on.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use waypoint_domain::{country::Country, registry_study::RegistryStudy};
use waypoint_vocabulary::{ConceptId, Language, Vocabulary, fold::letters};

use crate::document::IndexedStudy;

/// What an index's studies say about concepts and their names.
#[derive(Default)]
pub(crate) struct Collector {
    concepts: BTreeMap<ConceptId, ConceptCounts>,
    countries: Vec<Country>,
    /// How many studies have each English name, in lowercase and without accents, as a condition, keyword, or treatment.
    uses: HashMap<String, u32>,
}

/// The recruiting studies of a concept.
#[derive(Debug, Clone, Default)]
pub(crate) struct ConceptCounts {
    /// The number of studies that name the concept itself.
    pub(crate) studies: u32,
    /// The numbers of the countries in which a search for the concept has results.
    pub(crate) countries: BTreeSet<usize>,
    /// The numbers of those in which a search for the concept or a broader one has the same result.
    pub(crate) countries_of_kinds: BTreeSet<usize>,
}

impl Collector {
    pub(crate) fn new(vocabulary: &Vocabulary) -> Self {
        let names = vocabulary.concept_names().filter(|name| name.language == Language::English);
        Self { uses: names.map(|name| (key(name.text), 0)).collect(), ..Self::default() }
    }

    /// Adds a study, with the concepts under which it is indexed.
    pub(crate) fn add(&mut self, study: &RegistryStudy, indexed: &IndexedStudy, vocabulary: &Vocabulary) {
        let names = study.conditions.iter().chain(&study.keywords).chain(&study.interventions);
        for name in names.map(|name| key(name)).collect::<BTreeSet<_>>() {
            if let Some(uses) = self.uses.get_mut(&name) {
                *uses += 1;
            }
        }
        if !study.status.is_recruiting() {
            return;
        }
        let named = study.open_sites().filter_map(|site| Country::parse(&site.country));
        let countries: BTreeSet<usize> = named.map(|country| self.number(country)).collect();
        for (id, ways) in indexed.concepts() {
            let Some(concept) = vocabulary.concept(id) else { continue };
            let counts = self.concepts.entry(concept).or_default();
            counts.studies += u32::from(ways.names_itself());
            counts.countries.extend(&countries);
            if ways.includes_ancestors() {
                counts.countries_of_kinds.extend(&countries);
            }
        }
    }

    fn number(&mut self, country: Country) -> usize {
        let known = self.countries.iter().position(|known| *known == country);
        known.unwrap_or_else(|| {
            self.countries.push(country);
            self.countries.len() - 1
        })
    }

    /// Returns the concepts that a search finds studies of.
    pub(crate) fn concepts(&self) -> impl Iterator<Item = (ConceptId, &ConceptCounts)> {
        self.concepts.iter().map(|(concept, counts)| (*concept, counts))
    }

    /// Returns the countries of recruiting studies, by number.
    pub(crate) fn countries(&self) -> &[Country] {
        &self.countries
    }

    /// Returns how many studies use the English name with this key.
    pub(crate) fn uses(&self, key: &str) -> u32 {
        self.uses.get(key).copied().unwrap_or_default()
    }
}

/// Returns a name in lowercase and without accents.
pub(crate) fn key(name: &str) -> String {
    letters(name).join(" ")
}
