//! What a study is indexed under.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use tantivy::{TantivyDocument, schema::Field};
use waypoint_domain::registry_study::RegistryStudy;
use waypoint_vocabulary::{ConceptId, Vocabulary, fold::words};

use crate::{
    schema::Fields,
    ways::{Way, Ways},
};

/// Of a text longer than this, in bytes, the beginning says what it is about.
const LONGEST_TEXT: usize = 20_000;

/// What a study is indexed under.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Indexed {
    /// It was the so manieth to be added.
    pub(crate) added: u64,
    /// The ids of concepts, and the ways in which it holds them.
    concepts: Vec<(String, Ways)>,
    about: Vec<String>,
    words: Vec<(String, Ways)>,
    summary: Vec<String>,
}

impl Indexed {
    /// A study that is about these concepts, and was the so manieth to be added.
    pub(crate) fn of(
        study: &RegistryStudy,
        about: &BTreeSet<ConceptId>,
        added: u64,
        vocabulary: &Vocabulary,
    ) -> Self {
        let id = |concept: ConceptId| vocabulary.id(concept).to_owned();
        let concepts = concepts(study, about, vocabulary).into_iter();
        Self {
            added,
            concepts: concepts.map(|(concept, ways)| (id(concept), ways)).collect(),
            about: most_exact(about, vocabulary).into_iter().map(id).collect(),
            words: words_by_ways(study, vocabulary).into_iter().collect(),
            summary: distinct(beginning(&study.brief_summary)).into_iter().collect(),
        }
    }

    /// The same as a document of the index.
    pub(crate) fn document(&self, fields: &Fields) -> TantivyDocument {
        let mut document = TantivyDocument::new();
        document.add_u64(fields.place, self.added);
        for (concept, ways) in &self.concepts {
            add(&mut document, fields.concepts, concept, *ways);
            if ways.has(Way::MENTIONED) {
                document.add_text(fields.mentioned, concept);
            }
        }
        for concept in &self.about {
            document.add_text(fields.about, concept);
        }
        for (word, ways) in &self.words {
            add(&mut document, fields.words, word, *ways);
        }
        for word in &self.summary {
            document.add_text(fields.summary, word);
        }
        document
    }
}

/// The concepts that a study is about, as its conditions name them.
pub(crate) fn about(study: &RegistryStudy, vocabulary: &Vocabulary) -> BTreeSet<ConceptId> {
    study.conditions.iter().flat_map(|condition| vocabulary.read_exactly(condition)).collect()
}

/// Those of which no other one is a kind: who has asthma and lung diseases among its conditions is about asthma.
pub(crate) fn most_exact(concepts: &BTreeSet<ConceptId>, vocabulary: &Vocabulary) -> BTreeSet<ConceptId> {
    let above: BTreeSet<ConceptId> =
        concepts.iter().flat_map(|concept| vocabulary.ancestors(*concept)).collect();
    concepts.difference(&above).copied().collect()
}

/// These concepts, and every one of which they are kinds.
pub(crate) fn with_ancestors(concepts: &BTreeSet<ConceptId>, vocabulary: &Vocabulary) -> BTreeSet<ConceptId> {
    let above = concepts.iter().flat_map(|concept| vocabulary.ancestors(*concept));
    above.chain(concepts.iter().copied()).collect()
}

/// The concepts of a study, each with the ways in which it is held.
fn concepts(
    study: &RegistryStudy,
    about: &BTreeSet<ConceptId>,
    vocabulary: &Vocabulary,
) -> BTreeMap<ConceptId, Ways> {
    let texts =
        study.keywords.iter().chain(&study.interventions).chain([&study.brief_title, &study.official_title]);
    let named = texts.flat_map(|text| vocabulary.read_exactly(text));
    let named = named.chain(study.headings.iter().filter_map(|id| vocabulary.concept(id)));
    let named: BTreeSet<ConceptId> = named.collect();
    // What is two things together is named where both are.
    let held = with_ancestors(&named.union(about).copied().collect(), vocabulary);
    let is_there = |concept: &ConceptId| held.contains(concept);
    let both = |(_, of): &(ConceptId, &[ConceptId])| of.iter().all(is_there);
    let composed: Vec<ConceptId> = vocabulary.composed().filter(both).map(|(concept, _)| concept).collect();
    let named: BTreeSet<ConceptId> = named.iter().copied().chain(composed).collect();
    let mut mentioned = named.clone();
    mentioned.extend(vocabulary.read_sentences(beginning(&study.brief_summary)));
    let ways = [
        (Way::ABOUT_A_KIND, with_ancestors(about, vocabulary)),
        (Way::ABOUT_A_NEAR_KIND, with_parents(&with_parents(about, vocabulary), vocabulary)),
        (Way::ABOUT, about.clone()),
        (Way::NAMED, with_ancestors(&named, vocabulary)),
        (Way::MENTIONED, mentioned),
    ];
    by_ways(ways)
}

/// Concepts, and what they are kinds of.
fn with_parents(concepts: &BTreeSet<ConceptId>, vocabulary: &Vocabulary) -> BTreeSet<ConceptId> {
    let parents = concepts.iter().flat_map(|concept| vocabulary.parents(*concept));
    parents.chain(concepts.iter().copied()).collect()
}

/// The words of a study but for those of its summary, with the name of its sponsor, each with the ways in which it is held.
fn words_by_ways(study: &RegistryStudy, vocabulary: &Vocabulary) -> BTreeMap<String, Ways> {
    let titles = format!("{} | {}", study.brief_title, study.official_title);
    let keywords = [study.keywords.as_slice(), &study.interventions].concat().join(" | ");
    // Of a sponsor, the name itself: 'National Heart Institute' makes no study one of hearts.
    let is_name =
        |word: &String| word.chars().count() > 3 && !vocabulary.knows(word) && !vocabulary.is_plain(word);
    let mut keywords = distinct(&keywords);
    keywords.extend(distinct(&study.sponsor).into_iter().filter(is_name));
    by_ways([
        (Way::IN_TITLES, distinct(&titles)),
        (Way::IN_KEYWORDS, keywords),
        (Way::IN_CONDITIONS, distinct(&study.conditions.join(" | "))),
    ])
}

fn by_ways<T: Ord, const WAYS: usize>(held: [(Way, BTreeSet<T>); WAYS]) -> BTreeMap<T, Ways> {
    let mut ways: BTreeMap<T, Ways> = BTreeMap::new();
    for (way, all) in held {
        for one in all {
            let known = ways.entry(one).or_default();
            *known = known.and(way);
        }
    }
    ways
}

/// Adds a term as often as its ways are noted.
fn add(document: &mut TantivyDocument, field: Field, text: &str, ways: Ways) {
    for _ in 0..ways.noted() {
        document.add_text(field, text);
    }
}

fn distinct(text: &str) -> BTreeSet<String> {
    words(text).into_iter().map(|word| word.folded).collect()
}

fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(LONGEST_TEXT.min(text.len()))]
}
