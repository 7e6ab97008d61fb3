//! Chooses the names to suggest.
//!
//! - A concept is suggested if a search for its preferred name finds a study about it, and if people or studies name it. A
//!   treatment is suggested only if the conditions of a study name it. A concept that only groups many others, such as
//!   'Pathologic Processes', is not: people have no name of their own for it. Neither is an attribute of diseases, such as
//!   their recurrence.
//! - Its preferred name is always shown, and its heading in `MeSH` too. Any other English name is shown only if it is common in
//!   records. Records of the registry are in English, so that in other languages only the preferred name is shown.
//! - The other names lead to the preferred name.

use std::collections::{BTreeMap, BTreeSet};

use waypoint_gazetteer::Gazetteer;
use waypoint_vocabulary::{ConceptId, ConceptName, Language, NameSource, Part, Vocabulary, fold::words};

use super::{
    collecting::{Collector, ConceptCounts, key},
    kind::Kind,
    suggested_concept::{Likelihood, NameRole, SuggestedConcept, SuggestedName},
};
use crate::{free_text::FreeText, partner::PartnerStudies};

/// A name is shown if at least one in this many uses of the concept's names is of it.
const MAX_RARITY: u32 = 100;
/// A concept with this many narrower ones is a group of diseases.
const MIN_GROUP: usize = 8;
/// Any year will do, because no name has a year of birth.
const THIS_YEAR: u16 = 2000;

/// Returns the concepts to suggest, most likely ones first.
pub(crate) fn chosen<'a>(
    collector: &Collector,
    partners: Option<&PartnerStudies>,
    vocabulary: &'a Vocabulary,
    gazetteer: &Gazetteer,
) -> Vec<SuggestedConcept<'a>> {
    let mut by_concept: BTreeMap<ConceptId, Vec<ConceptName<'a>>> = BTreeMap::new();
    for name in vocabulary.concept_names() {
        by_concept.entry(name.concept).or_default().push(name);
    }
    let chooser = Chooser { collector, vocabulary, gazetteer };
    let mut concepts: Vec<_> = collector
        .concepts()
        .filter_map(|(concept, counts)| {
            let chosen = chooser.concept(concept, counts, by_concept.get(&concept)?)?;
            let partner_countries = partners.map_or_else(Vec::new, |partners| {
                let numbered = collector.countries().iter().enumerate();
                bits(
                    numbered
                        .filter(|(_, c)| partners.has_joinable(concept, Some(c)))
                        .map(|(number, _)| number),
                )
            });
            let is_found = chosen.countries.iter().chain(&partner_countries).any(|bits| *bits > 0);
            is_found.then_some(SuggestedConcept { partner_countries, ..chosen })
        })
        .collect();
    concepts.sort_by(|one, other| (other.likelihood, &one.id).cmp(&(one.likelihood, &other.id)));
    concepts
}

/// Returns a concept of a partner study that no study was about when the index was built, or `None` if it isn't suggested.
pub(crate) fn new_concept<'a>(
    concept: ConceptId,
    names: &[ConceptName<'a>],
    vocabulary: &'a Vocabulary,
    gazetteer: &Gazetteer,
) -> Option<SuggestedConcept<'a>> {
    let collector = Collector::default();
    let chooser = Chooser { collector: &collector, vocabulary, gazetteer };
    chooser.concept(concept, &ConceptCounts { studies: 1, ..ConceptCounts::default() }, names)
}

struct Chooser<'a, 'c> {
    collector: &'c Collector,
    vocabulary: &'a Vocabulary,
    gazetteer: &'c Gazetteer,
}

impl<'a> Chooser<'a, '_> {
    /// Returns the concept with its names, or `None` if it isn't suggested.
    fn concept(
        &self,
        concept: ConceptId,
        counts: &ConceptCounts,
        names: &[ConceptName<'a>],
    ) -> Option<SuggestedConcept<'a>> {
        let lay_names = names.iter().filter(|name| name.source == NameSource::Lay && is_english(name));
        let lay_names = u64::try_from(lay_names.count()).unwrap_or_default();
        let kind = Kind::of(concept, self.vocabulary)?;
        let is_named = counts.studies > 0 || lay_names > 0;
        let is_group = kind == Kind::Condition
            && lay_names == 0
            && self.vocabulary.descendant_count(concept) >= MIN_GROUP;
        if !is_named || is_group || kind == Kind::Treatment && !counts.is_a_condition {
            return None;
        }
        let countries = match self.target(self.vocabulary.label(concept), concept)? {
            Target::Concept => &counts.countries,
            Target::ConceptAndBroader => &counts.countries_of_kinds,
        };
        Some(SuggestedConcept {
            id: self.vocabulary.id(concept).into(),
            names: self.names(concept, names),
            countries: bits(countries.iter().copied()).into(),
            partner_countries: Vec::new(),
            likelihood: Likelihood {
                is_condition: kind == Kind::Condition,
                // More likely if many studies name it, and if people have many words for it.
                commonness: (u64::from(counts.studies) + 1) * (lay_names + 1),
            },
        })
    }

    fn names(&self, concept: ConceptId, names: &[ConceptName<'a>]) -> Vec<SuggestedName<'a>> {
        let english = names.iter().filter(|name| is_english(name));
        let english: BTreeSet<String> = english.map(|name| key(name.text)).collect();
        let uses: u32 = english.iter().map(|name| self.collector.uses(name)).sum();
        let label = word_list(self.vocabulary.label(concept));
        let mut named: BTreeMap<(Language, Vec<String>), SuggestedName<'a>> = BTreeMap::new();
        let mut ordered: Vec<&ConceptName<'a>> = names.iter().collect();
        ordered.sort_by_key(|name| (name.source, name.text));
        for name in ordered {
            let words = word_list(name.text);
            let role = match name.source {
                NameSource::Label if self.leads_to(name.text, concept) => NameRole::Preferred,
                _ if !is_english(name) || words.iter().all(|word| label.contains(word)) => NameRole::Hidden,
                NameSource::Heading if !name.text.contains(',') => NameRole::Synonym,
                _ if self.is_common(&key(name.text), uses) => NameRole::Synonym,
                _ => NameRole::Hidden,
            };
            let is_shown = role != NameRole::Synonym || self.leads_to(name.text, concept);
            let role = if is_shown { role } else { NameRole::Hidden };
            let suggested = SuggestedName::new(name.text, name.language, role);
            named.entry((name.language, words)).or_insert(suggested);
        }
        let mut names: Vec<_> = named.into_values().collect();
        names.sort_by(|one, other| (one.role, &one.text).cmp(&(other.role, &other.text)));
        names
    }

    fn is_common(&self, name: &str, uses_of_concept: u32) -> bool {
        let uses = self.collector.uses(name);
        uses > 0 && uses.saturating_mul(MAX_RARITY) >= uses_of_concept
    }

    /// Whether a search for this name searches for the concept alone.
    fn leads_to(&self, name: &str, concept: ConceptId) -> bool {
        let target = self.target(name, concept);
        let is_label = || self.vocabulary.label(concept) == name;
        target.is_some_and(|target| target == Target::Concept || is_label())
    }

    /// Returns what a search for this name searches for, or `None` if it leaves out studies of the concept.
    fn target(&self, name: &str, concept: ConceptId) -> Option<Target> {
        let text = FreeText::read(name, THIS_YEAR, self.vocabulary, self.gazetteer);
        let reading = self.vocabulary.read(&text.condition);
        if has_filters(&text) || !reading.rest.is_empty() {
            return None;
        }
        let (exact, other): (Vec<&Part>, Vec<&Part>) =
            reading.parts.iter().partition(|part| part.concepts.contains(&concept));
        let is_broader =
            |part: &&Part| self.vocabulary.ancestors(concept).any(|above| part.concepts.contains(&above));
        match (exact.as_slice(), other.as_slice()) {
            ([], _) => None,
            (_, []) => Some(Target::Concept),
            (_, other) => other.iter().all(is_broader).then_some(Target::ConceptAndBroader),
        }
    }
}

/// What a search for a name searches for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    Concept,
    /// The concept, and something that each of its studies is about: hepatocellular carcinoma (liver cancer).
    ConceptAndBroader,
}

/// Whether a text states more than a condition, so that a search for it leaves studies out.
fn has_filters(text: &FreeText) -> bool {
    text.sex.is_some()
        || text.ages().is_some()
        || text.place.is_some()
        || text.kind.is_some()
        || text.phase.is_some()
        || text.healthy.is_some()
        || text.any_condition
        || !text.negated.is_empty()
}

fn is_english(name: &ConceptName) -> bool {
    name.language == Language::English
}

/// Returns the words of a name, in the singular.
fn word_list(name: &str) -> Vec<String> {
    words(name).into_iter().map(|word| word.folded).collect()
}

fn bits(countries: impl Iterator<Item = usize>) -> Vec<u8> {
    let mut bits = Vec::new();
    for country in countries {
        bits.resize(bits.len().max(country / 8 + 1), 0);
        bits[country / 8] |= 1 << (country % 8);
    }
    bits
}
