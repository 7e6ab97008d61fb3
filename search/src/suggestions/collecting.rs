//! Counts, while an index is built, what suggestions depend on.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use waypoint_domain::{country::Country, registry_study::RegistryStudy};
use waypoint_vocabulary::{ConceptId, Language, Vocabulary, fold::letters};

use crate::{
    document::IndexedStudy,
    mention::Mention,
    partner::{PartnerStudies, RegistryNumbers},
};

/// What an index's studies say about concepts and their names.
#[derive(Default)]
pub(crate) struct Collector {
    concepts: BTreeMap<ConceptId, ConceptCounts>,
    countries: Vec<Country>,
    /// How many studies have each English name, in lowercase and without accents, as a condition, keyword, or treatment.
    uses: HashMap<String, u32>,
    /// The registry numbers that a search doesn't show.
    hidden: RegistryNumbers,
}

/// The studies of a concept that people can join.
#[derive(Debug, Clone, Default)]
pub(crate) struct ConceptCounts {
    /// The number of studies that name the concept itself.
    pub(crate) studies: u32,
    /// Whether a study's conditions name the concept itself.
    pub(crate) is_a_condition: bool,
    /// The numbers of the countries in which a search for the concept finds registry studies.
    pub(crate) countries: BTreeSet<usize>,
    /// The numbers of those in which a search for the concept or a broader one has the same result.
    pub(crate) countries_of_kinds: BTreeSet<usize>,
}

impl Collector {
    pub(crate) fn new(vocabulary: &Vocabulary) -> Self {
        let names = vocabulary.concept_names().filter(|name| name.language == Language::English);
        Self { uses: names.map(|name| (key(name.text), 0)).collect(), ..Self::default() }
    }

    /// Adds the partner studies. Their registry records, to be added later, don't count, because a search doesn't show them.
    pub(crate) fn add_partners(&mut self, partners: &PartnerStudies, vocabulary: &Vocabulary) {
        self.hidden = partners.registry_numbers().clone();
        for entry in partners.indexed() {
            self.count_uses(&entry.study.conditions);
            for country in entry.open_in() {
                self.number(country.clone());
            }
            let is_joinable = |concept: &&ConceptId| partners.has_joinable(**concept, None);
            for concept in entry.audience.concepts.iter().filter(is_joinable) {
                self.concepts.entry(*concept).or_default();
            }
            for concept in entry.study.conditions.iter().flat_map(|name| vocabulary.read_exactly(name)) {
                if let Some(counts) = self.concepts.get_mut(&concept) {
                    counts.studies += 1;
                    counts.is_a_condition = true;
                }
            }
        }
    }

    /// Adds a study, with the concepts under which it is indexed.
    pub(crate) fn add(&mut self, study: &RegistryStudy, indexed: &IndexedStudy, vocabulary: &Vocabulary) {
        self.count_uses(study.conditions.iter().chain(&study.keywords).chain(&study.interventions));
        if !study.status.is_recruiting() || self.hidden.has(&study.nct_id) {
            return;
        }
        let named = study.open_sites().filter_map(|site| Country::parse(&site.country));
        let countries: BTreeSet<usize> = named.map(|country| self.number(country)).collect();
        for (id, ways) in indexed.concepts() {
            let Some(concept) = vocabulary.concept(id) else { continue };
            let counts = self.concepts.entry(concept).or_default();
            counts.studies += u32::from(ways.names_itself());
            counts.is_a_condition |= ways.has(Mention::ABOUT);
            counts.countries.extend(&countries);
            if ways.includes_ancestors() {
                counts.countries_of_kinds.extend(&countries);
            }
        }
    }

    fn count_uses<'a>(&mut self, names: impl IntoIterator<Item = &'a String>) {
        for name in names.into_iter().map(|name| key(name)).collect::<BTreeSet<_>>() {
            if let Some(uses) = self.uses.get_mut(&name) {
                *uses += 1;
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

    /// Returns the countries of studies that people can join, by number.
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
