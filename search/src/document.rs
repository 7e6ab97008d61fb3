//! The concepts and words under which a study is indexed.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use tantivy::{TantivyDocument, schema::Field};
use waypoint_domain::registry_study::RegistryStudy;
use waypoint_text::joined_letters;
use waypoint_vocabulary::{ConceptId, Vocabulary, fold::words};

use crate::{
    concept_sets::{most_specific, named_or_made_up, with_ancestors, with_parents},
    institution::terms_of_names,
    mention::{Mention, Ways},
    ruled_out::{is_ruled_out, ruled_out},
    schema::Fields,
    study_markers::StudyMarkers,
    study_texts::StudyTexts,
};

/// How many bytes of a summary to read. The beginning says what a longer text is about.
const MAX_SUMMARY_BYTES: usize = 20_000;

/// The concepts and words under which a study is indexed.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct IndexedStudy {
    /// How many studies were added before it.
    pub(crate) added: u64,
    /// The ids of concepts, with the ways in which the study mentions them.
    concepts: Vec<(String, Ways)>,
    about: Vec<String>,
    words: Vec<(String, Ways)>,
    summary: Vec<String>,
    names: Vec<String>,
    institutions: Vec<String>,
    treatments: Vec<String>,
    acronym: Option<String>,
    ids: Vec<String>,
    markers: Vec<String>,
    ruled_out: Vec<String>,
}

impl IndexedStudy {
    /// Indexes a study about these concepts that was added after `added` others.
    pub(crate) fn new(
        study: &RegistryStudy,
        about: &BTreeSet<ConceptId>,
        added: u64,
        vocabulary: &Vocabulary,
    ) -> Self {
        let id = |concept: ConceptId| vocabulary.id(concept).to_owned();
        let texts = StudyTexts::from(study);
        let markers = StudyMarkers::read(&texts, vocabulary.markers());
        let ruled_out = ruled_out(&texts, about, vocabulary);
        let concepts = concepts(study, about, &markers, &ruled_out, vocabulary).into_iter();
        Self {
            added,
            concepts: concepts.map(|(concept, ways)| (id(concept), ways)).collect(),
            about: most_specific(about, vocabulary).into_iter().map(id).collect(),
            words: words_by_ways(study, vocabulary).into_iter().collect(),
            summary: distinct(beginning(&study.brief_summary)).into_iter().collect(),
            names: names(study).into_iter().collect(),
            institutions: terms_of_names(organizations(study)).into_iter().collect(),
            treatments: terms_of_treatments(&study.interventions, vocabulary).into_iter().collect(),
            acronym: Some(joined_letters(&study.names.acronym)).filter(|acronym| !acronym.is_empty()),
            ids: study.names.ids.iter().filter_map(|id| normalized_id(id)).collect(),
            markers: markers.terms(vocabulary.markers()).into_iter().collect(),
            ruled_out: ruled_out.into_iter().map(id).collect(),
        }
    }

    /// Returns the ids of concepts, with the ways in which the study mentions them.
    pub(crate) fn concepts(&self) -> impl Iterator<Item = (&str, Ways)> {
        self.concepts.iter().map(|(id, ways)| (id.as_str(), *ways))
    }

    /// Converts this to an index document.
    pub(crate) fn document(&self, fields: &Fields) -> TantivyDocument {
        let mut document = TantivyDocument::new();
        document.add_u64(fields.place, self.added);
        for (concept, ways) in &self.concepts {
            add(&mut document, fields.concepts, concept, *ways);
            if ways.has(Mention::MENTIONED) {
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
        for word in &self.names {
            document.add_text(fields.names, word);
        }
        for term in &self.institutions {
            document.add_text(fields.institutions, term);
        }
        for term in &self.treatments {
            document.add_text(fields.treatments, term);
        }
        if let Some(acronym) = &self.acronym {
            document.add_text(fields.acronyms, acronym);
        }
        for id in &self.ids {
            document.add_text(fields.ids, id);
        }
        for term in &self.markers {
            document.add_text(fields.markers, term);
        }
        for concept in &self.ruled_out {
            document.add_text(fields.ruled_out, concept);
        }
        document
    }
}

/// Returns the concepts that the study's conditions name.
pub(crate) fn condition_concepts(study: &RegistryStudy, vocabulary: &Vocabulary) -> BTreeSet<ConceptId> {
    study.conditions.iter().flat_map(|condition| vocabulary.read_exactly(condition)).collect()
}

/// Returns the concepts of a study, with the ways in which it mentions them.
fn concepts(
    study: &RegistryStudy,
    about: &BTreeSet<ConceptId>,
    markers: &StudyMarkers,
    ruled_out: &BTreeSet<ConceptId>,
    vocabulary: &Vocabulary,
) -> BTreeMap<ConceptId, Ways> {
    let texts =
        study.keywords.iter().chain(&study.interventions).chain([&study.brief_title, &study.official_title]);
    let named = texts.flat_map(|text| vocabulary.read_exactly(text));
    let named = named.chain(study.headings.iter().filter_map(|id| vocabulary.concept(id)));
    let named = named_or_made_up(named.collect(), about, markers, vocabulary);
    let mut mentioned = named.clone();
    mentioned.extend(vocabulary.read_sentences(beginning(&study.brief_summary)));
    let ways = [
        (Mention::ABOUT_A_KIND, with_ancestors(about, vocabulary)),
        (Mention::ABOUT_A_NEAR_KIND, with_parents(&with_parents(about, vocabulary), vocabulary)),
        (Mention::ABOUT, about.clone()),
        (Mention::NAMED, with_ancestors(&named, vocabulary)),
        (Mention::MENTIONED, mentioned),
    ];
    let mut by_way = group_by_way(ways);
    by_way.retain(|concept, _| !is_ruled_out(*concept, ruled_out, vocabulary));
    by_way
}

/// Returns the words of a study and its sponsor's name, without the summary, each with the ways it occurs.
fn words_by_ways(study: &RegistryStudy, vocabulary: &Vocabulary) -> BTreeMap<String, Ways> {
    let titles = format!("{} | {}", study.brief_title, study.official_title);
    let keywords = [study.keywords.as_slice(), &study.interventions].concat().join(" | ");
    // Only proper names of a sponsor count: 'National Heart Institute' doesn't make a study about hearts.
    let is_name =
        |word: &String| word.chars().count() > 3 && !vocabulary.knows(word) && !vocabulary.is_plain(word);
    let mut keywords = distinct(&keywords);
    keywords.extend(distinct(&study.sponsor).into_iter().filter(is_name));
    group_by_way([
        (Mention::IN_TITLES, distinct(&titles)),
        (Mention::IN_KEYWORDS, keywords),
        (Mention::IN_CONDITIONS, distinct(&study.conditions.join(" | "))),
    ])
}

/// Returns the words of the names of the study's organizations, people, and sites, and of its acronym.
fn names(study: &RegistryStudy) -> BTreeSet<String> {
    let people = study.officials.iter().map(|official| &official.name).chain(&study.names.investigators);
    let names = people.chain([&study.names.acronym]).map(String::as_str);
    names.chain(organizations(study)).flat_map(distinct).collect()
}

/// Returns the terms of the names of what a study tests: the ids of what they mean and of broader concepts, and the words.
fn terms_of_treatments(names: &[String], vocabulary: &Vocabulary) -> BTreeSet<String> {
    let concepts = names.iter().flat_map(|name| vocabulary.read_exactly(name)).collect();
    let meant = with_ancestors(&concepts, vocabulary);
    let meant = meant.into_iter().map(|concept| vocabulary.id(concept).to_owned());
    let words = names.iter().flat_map(|name| words(name)).map(|word| word.folded);
    meant.chain(words).collect()
}

/// Returns the names of the study's organizations and sites.
fn organizations(study: &RegistryStudy) -> impl Iterator<Item = &str> {
    let affiliations = study.officials.iter().map(|official| &official.affiliation);
    let sites = study.sites.iter().map(|site| &site.site_name);
    let names = [&study.sponsor].into_iter().chain(&study.names.organizations);
    names.chain(affiliations).chain(sites).map(String::as_str)
}

/// The minimum length of an id in letters and digits.
const MIN_ID_LENGTH: usize = 4;

/// Returns the letters and digits of an id in lower case, or `None` if the text can't be one: an id has digits.
pub(crate) fn normalized_id(text: &str) -> Option<String> {
    let id: String =
        text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let has_digit = id.bytes().any(|byte| byte.is_ascii_digit());
    (has_digit && id.len() >= MIN_ID_LENGTH).then_some(id)
}

fn group_by_way<T: Ord, const WAYS: usize>(items: [(Mention, BTreeSet<T>); WAYS]) -> BTreeMap<T, Ways> {
    let mut ways: BTreeMap<T, Ways> = BTreeMap::new();
    for (way, items) in items {
        for item in items {
            let known = ways.entry(item).or_default();
            *known = known.with(way);
        }
    }
    ways
}

/// Adds a term with a frequency that encodes its ways.
fn add(document: &mut TantivyDocument, field: Field, text: &str, ways: Ways) {
    for _ in 0..ways.to_frequency() {
        document.add_text(field, text);
    }
}

fn distinct(text: &str) -> BTreeSet<String> {
    words(text).into_iter().map(|word| word.folded).collect()
}

fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_SUMMARY_BYTES.min(text.len()))]
}
