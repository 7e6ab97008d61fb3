//! Chooses the names to suggest.
//!
//! - A concept is suggested if a search for its preferred name finds a study about it, and if people or records name it.
//! - Its preferred name is always shown, and its heading in `MeSH` too. Any other English name is shown only if it is common in
//!   records. Records of the registry are in English, so that in other languages only the preferred name is shown.
//! - The other names lead to the preferred name.

use std::collections::{BTreeMap, BTreeSet};

use waypoint_gazetteer::Gazetteer;
use waypoint_vocabulary::{ConceptId, ConceptName, Language, NameSource, Part, Vocabulary, fold::words};

use super::{
    collecting::{Collector, ConceptCounts, key},
    suggested_concept::{NameRole, SuggestedConcept, SuggestedName},
};
use crate::free_text::FreeText;

/// A name is shown if at least one in this many uses of the concept's names is of it.
const MAX_RARITY: u32 = 100;
/// The prefix of the ids of treatments.
const TREATMENT_PREFIX: char = 'T';
/// How much more likely a condition is meant than a treatment that is as common.
const CONDITION_FACTOR: u64 = 2;
/// Any year will do, because no name has a year of birth.
const THIS_YEAR: u16 = 2000;

/// Returns the concepts to suggest, most likely ones first.
pub(crate) fn chosen<'a>(
    collector: &Collector,
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
        .filter_map(|(concept, counts)| chooser.concept(concept, counts, by_concept.get(&concept)?))
        .collect();
    concepts.sort_by(|one, other| (other.score, &one.id).cmp(&(one.score, &other.id)));
    concepts
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
        let is_named = counts.studies > 0 || lay_names > 0;
        let countries = match self.target(self.vocabulary.label(concept), concept)? {
            Target::Concept => &counts.countries,
            Target::ConceptAndBroader => &counts.countries_of_kinds,
        };
        if !is_named || countries.is_empty() {
            return None;
        }
        Some(SuggestedConcept {
            id: self.vocabulary.id(concept).into(),
            names: self.names(concept, names),
            countries: bits(countries).into(),
            score: self.score(concept, counts.studies, lay_names),
        })
    }

    /// Returns how likely a visitor means the concept: more likely if many records name it, and if people have many words for it.
    fn score(&self, concept: ConceptId, studies: u32, lay_names: u64) -> u64 {
        let commonness = (u64::from(studies) + 1) * (lay_names + 1);
        // The box asks for a condition.
        let is_treatment = self.vocabulary.id(concept).starts_with(TREATMENT_PREFIX);
        commonness * if is_treatment { 1 } else { CONDITION_FACTOR }
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

fn bits(countries: &BTreeSet<usize>) -> Vec<u8> {
    let mut bits = vec![0; countries.last().map_or(0, |last| last / 8 + 1)];
    for country in countries {
        bits[country / 8] |= 1 << (country % 8);
    }
    bits
}
