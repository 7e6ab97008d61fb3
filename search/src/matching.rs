//! Turns a search text into index terms.
//!
//! A study can match each part of a query in several ways. The best way counts most, and the sum over all parts ranks
//! the study. Alternatives count as one part.

use std::ops::Range;

use tantivy::{Term, schema::Field};
use waypoint_domain::work_budget::WorkBudget;
use waypoint_vocabulary::{ConceptId, MatchKind, Reading, Vocabulary, fold::Word, markers::MarkerState};

use crate::{
    index_query::{Clause, IndexQuery, Part},
    institution::Institution,
    known_words::Substitutions,
    mention::{Mention, Weights},
    query::SearchQuery,
    schema::Fields,
    study_markers::NamingTerms,
};

/// The weight of a concept that is a condition of the study.
const ABOUT: f32 = 10.0;
/// The weight of a concept that is a near ancestor of a condition of the study.
const ABOUT_A_NEAR_KIND: f32 = 9.0;
/// The weight of a concept that is a more distant ancestor of a condition of the study.
const ABOUT_A_KIND: f32 = 8.0;
/// The weight of a concept that a title, a keyword, or an intervention names.
const NAMED: f32 = 8.0;
/// The weight of a concept that the summary mentions.
const MENTIONED: f32 = 2.0;
/// The weight of a direct parent of the searched concept. This weight and the next two apply only when few studies
/// match.
const ABOUT_WIDER: f32 = 4.0;
/// The weight of a more distant ancestor of the searched concept, such as solid tumors.
const ABOUT_FAR_WIDER: f32 = 1.5;
/// The weight of another descendant of the searched concept's parent.
const ABOUT_AKIN: f32 = 1.0;
/// Concepts with more descendants than this are too broad: two lung diseases have little in common.
const NARROW: usize = 60;
/// The id of the concept of signs and symptoms.
const SIGNS: &str = "D012816";
/// A sign with more descendants than this, such as pain, is a sign of many diseases.
const COMMON: usize = 20;
/// The weight of a condition that the name contains.
const ABOUT_WITHIN: f32 = 3.0;
/// The weight of the person's state of a marker.
const NAMED_STATE: f32 = 4.0;
/// The weight of the person's change of a gene. Studies of exactly this change come first.
const NAMED_CHANGE: f32 = 12.0;
/// The weight of a wider or narrower change.
const NAMED_CLOSE_CHANGE: f32 = 8.0;
/// The weight of a word in a title or keyword that says little by itself.
const PLAIN_WORD: f32 = 2.0;
/// The weight of one word of a name in a title, when the whole name isn't required.
const NAME_WORD: f32 = 1.0;
/// The weight of words in a condition of the study.
const IN_CONDITIONS: f32 = 8.0;
/// The weight of words in a title.
const IN_TITLES: f32 = 6.0;
/// The weight of words in a keyword or an intervention.
const IN_KEYWORDS: f32 = 5.0;
/// The weight of words in the summary.
const IN_SUMMARY: f32 = 2.0;
/// The weight of words in the name of an organization, a person, or a site.
const IN_NAMES: f32 = 4.0;

/// The weight of the name of an institution.
const AT_INSTITUTION: f32 = 4.0;
/// The weight of exactly the searched acronym, above all others together.
const ACRONYM: f32 = 1000.0;

/// The maximum number of alternative parts, because the studies of each must be read.
const MAX_PARTS: usize = 12;

/// Which parts of a query a study must match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MatchScope {
    /// All parts.
    All,
    /// At least one part.
    Any,
    /// No part, but a broader concept, or a concept within the name.
    Broader,
    /// No part, but a sibling concept.
    Sibling,
}

/// Returns the index query, or `None` if the text has no searchable words.
pub(crate) fn index_query(
    query: &SearchQuery,
    acronyms: &[String],
    substitutions: &Substitutions,
    scope: MatchScope,
    fields: &Fields,
    vocabulary: &Vocabulary,
    effort: &WorkBudget,
) -> Option<IndexQuery> {
    let reading = query.reading;
    let clauses = ClauseBuilder { substitutions, scope, fields, vocabulary, effort };
    // A study may require a marker that only its criteria name.
    let about = |part: &waypoint_vocabulary::Part| {
        clauses.about(part).into_iter().chain(clauses.naming_marker_at(&part.span, reading))
    };
    let concepts = reading.choices().map(|parts| parts.into_iter().flat_map(about).collect());
    let words = reading.rest.iter().filter(|word| !vocabulary.is_plain(&word.folded));
    let words = words.map(|word| {
        let by_marker = clauses.naming_marker_at(&word.span, reading);
        clauses.word_part(substitutions.for_word(&word.folded)).into_iter().chain(by_marker).collect::<Part>()
    });
    let markers: Vec<Clause> = clauses.markers(reading).collect();
    let parts = concepts.chain(words).filter(|part| !part.is_empty());
    let most = if scope == MatchScope::All { usize::MAX } else { MAX_PARTS };
    let mut parts: Vec<Part> = parts.take(most).collect();
    // Without other words, a study must name the state of one of the markers.
    if parts.is_empty() && !markers.is_empty() {
        parts.push(markers.clone());
    }
    let institution = query.institution.map(|institution| clauses.institution(institution));
    let mut at_institution = Vec::new();
    if scope == MatchScope::All {
        parts.extend(institution);
    } else {
        at_institution.extend(institution.into_iter().flatten());
    }
    let acronyms: Part = acronyms.iter().map(|acronym| clauses.acronym(acronym)).collect();
    match parts.as_mut_slice() {
        [] if acronyms.is_empty() => return None,
        [] => parts.push(acronyms),
        parts => parts.iter_mut().for_each(|part| part.extend(acronyms.iter().cloned())),
    }
    let plain = reading.rest.iter().filter(|word| vocabulary.is_plain(&word.folded));
    // A number belongs to the name of a study: 'CodeBreaK 200'.
    let is_number = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_digit());
    let counts = |word: &&Word| word.folded.chars().count() > 3 || is_number(&word.folded);
    let boosts = plain.filter(counts).flat_map(|word| {
        let weights = Weights::new(&[(Mention::IN_TITLES, PLAIN_WORD), (Mention::IN_KEYWORDS, PLAIN_WORD)]);
        [clauses.word(&word.folded, weights), clauses.name(std::slice::from_ref(&word.folded), PLAIN_WORD)]
    });
    // When not every part is required, the single words of a name rank the studies that lack the name.
    let partly = reading.parts.iter().filter(|part| scope != MatchScope::All && part.words.len() > 1);
    let partly = partly
        .flat_map(|part| &part.words)
        .map(|word| clauses.word(word, Weights::new(&[(Mention::IN_TITLES, NAME_WORD)])));
    let qualifying = reading.parts.iter().filter(|part| part.is_qualifier);
    let qualifying = qualifying.flat_map(|part| &part.concepts).map(|concept| {
        let weights = Weights::new(&[
            (Mention::ABOUT_A_KIND, PLAIN_WORD),
            (Mention::NAMED, PLAIN_WORD),
            (Mention::MENTIONED, PLAIN_WORD),
        ]);
        clauses.concept(fields.concepts, *concept, weights)
    });
    let boosts = boosts.chain(partly).chain(qualifying).chain(markers).chain(at_institution).collect();
    Some(IndexQuery { parts, requires_all: scope == MatchScope::All, boosts })
}

/// Builds the clauses of a query.
#[derive(Clone, Copy)]
struct ClauseBuilder<'a> {
    substitutions: &'a Substitutions,
    scope: MatchScope,
    fields: &'a Fields,
    vocabulary: &'a Vocabulary,
    effort: &'a WorkBudget,
}

impl ClauseBuilder<'_> {
    /// Returns the clauses for a part of the text, or for concepts related to it.
    fn about(&self, part: &waypoint_vocabulary::Part) -> Part {
        let concepts = part.concepts.iter().copied();
        match self.scope {
            MatchScope::All | MatchScope::Any => self.about_itself(part),
            MatchScope::Broader => {
                concepts.flat_map(|concept| self.wider(concept)).chain(self.within(part)).collect()
            }
            MatchScope::Sibling => concepts.flat_map(|concept| self.akin(concept)).collect(),
        }
    }

    fn about_itself(&self, part: &waypoint_vocabulary::Part) -> Part {
        let about = Weights::new(&[
            (Mention::ABOUT, ABOUT),
            (Mention::ABOUT_A_NEAR_KIND, ABOUT_A_NEAR_KIND),
            (Mention::ABOUT_A_KIND, ABOUT_A_KIND),
            (Mention::NAMED, NAMED),
            (Mention::MENTIONED, MENTIONED),
        ]);
        let concept = |concept: &ConceptId| self.concept(self.fields.concepts, *concept, about.clone());
        let mut ways: Part = part.concepts.iter().map(concept).collect();
        let words: Vec<&[String]> = part.words.iter().map(std::slice::from_ref).collect();
        // Concepts in a summary are already counted as mentions; its single words add little.
        let in_summary = self.scope != MatchScope::All;
        if part.match_kind != MatchKind::Named || self.words_identify(part) {
            ways.extend(self.worded(&words).into_iter().take(1 + usize::from(in_summary)));
        }
        if part.match_kind != MatchKind::Named {
            let typed: Vec<&[String]> =
                part.typed_words.iter().map(|word| self.substitutions.for_word(word)).collect();
            ways.extend(self.worded(&typed));
        }
        ways
    }

    /// Whether studies that have all words of a name probably mean it. With numbers they may not: many phase 2 studies
    /// of type 1 diabetes have 'type', '2', and 'diabetes' in their titles.
    fn words_identify(&self, part: &waypoint_vocabulary::Part) -> bool {
        let is_distinctive = |word: &&String| word.chars().count() > 2 && !self.vocabulary.is_plain(word);
        let numbered = part.words.iter().any(|word| word.chars().any(|c| c.is_ascii_digit()));
        !numbered && part.words.iter().filter(is_distinctive).count() == part.words.len()
    }

    /// Returns clauses for ancestors of a concept.
    fn wider(&self, concept: ConceptId) -> impl Iterator<Item = Clause> {
        let Self { fields, vocabulary, .. } = *self;
        let about = move |weight: f32| {
            move |wider| self.concept(fields.about, wider, Weights::new(&[(Mention::ANY, weight)]))
        };
        let parents = vocabulary.parents(concept).map(about(ABOUT_WIDER));
        parents.chain(vocabulary.ancestors(concept).map(about(ABOUT_FAR_WIDER)))
    }

    /// Returns clauses for concepts within a name.
    fn within(&self, part: &waypoint_vocabulary::Part) -> impl Iterator<Item = Clause> {
        let within = Weights::new(&[(Mention::ABOUT_A_KIND, ABOUT_WITHIN), (Mention::NAMED, ABOUT_AKIN)]);
        let concepts = self.vocabulary.concepts_within(part, self.effort).into_iter();
        concepts.map(move |concept| self.concept(self.fields.concepts, concept, within.clone()))
    }

    /// Returns clauses for siblings of a concept, and for mentions of its parents.
    fn akin(&self, concept: ConceptId) -> impl Iterator<Item = Clause> {
        let Self { fields, vocabulary, .. } = *self;
        let kind = Weights::new(&[(Mention::ABOUT_A_KIND, ABOUT_AKIN)]);
        let any = Weights::new(&[(Mention::ANY, ABOUT_AKIN)]);
        let close =
            vocabulary.parents(concept).filter(move |wider| vocabulary.descendant_count(*wider) <= NARROW);
        let about = close.map(move |wider| self.concept(fields.concepts, wider, kind.clone()));
        let mentions = vocabulary.parents(concept).filter(move |wider| !self.is_common_sign(*wider));
        about.chain(mentions.map(move |wider| self.concept(fields.mentioned, wider, any.clone())))
    }

    /// Whether a concept is a sign of many diseases, such as pain. Mentioning it says little about a study's topic.
    fn is_common_sign(&self, concept: ConceptId) -> bool {
        let signs = self.vocabulary.concept(SIGNS);
        let is_sign = self.vocabulary.ancestors(concept).any(|above| Some(above) == signs);
        is_sign && self.vocabulary.descendant_count(concept) > COMMON
    }

    /// Returns the clauses for a word. Related matches have none: such a study would already have been found.
    fn word_part(&self, word: &[String]) -> Part {
        if matches!(self.scope, MatchScope::All | MatchScope::Any) {
            let mut ways = self.worded(&[word]);
            ways.push(self.name(word, IN_NAMES));
            ways
        } else {
            Part::new()
        }
    }

    /// Returns the clause for studies that have one of these words in a name.
    fn name(&self, any: &[String], weight: f32) -> Clause {
        let terms = any.iter().map(|word| Term::from_field_text(self.fields.names, word)).collect();
        Clause { words: vec![terms], weights: Weights::new(&[(Mention::ANY, weight)]) }
    }

    /// Returns the clauses for studies that name an institution in one of its ways.
    fn institution(&self, institution: &Institution) -> Part {
        let term = |term: &String| vec![Term::from_field_text(self.fields.institutions, term)];
        let weights = Weights::new(&[(Mention::ANY, AT_INSTITUTION)]);
        let clause =
            |way: &Vec<String>| Clause { words: way.iter().map(term).collect(), weights: weights.clone() };
        institution.ways().iter().map(clause).collect()
    }

    /// Returns the clause for studies with exactly this acronym.
    fn acronym(&self, acronym: &str) -> Clause {
        let term = Term::from_field_text(self.fields.acronyms, acronym);
        Clause::one(term, Weights::new(&[(Mention::ANY, ACRONYM)]))
    }

    /// Returns the clauses for studies that name the state of a marker.
    fn markers(&self, reading: &Reading) -> impl Iterator<Item = Clause> {
        let markers = self.vocabulary.markers();
        let states = markers.of_patient(&reading.markers);
        states.into_iter().flat_map(move |(marker, state)| {
            let is_change = matches!(state, MarkerState::Variant(_));
            let [exact, close] =
                if is_change { [NAMED_CHANGE, NAMED_CLOSE_CHANGE] } else { [NAMED_STATE, NAMED_STATE] };
            let terms = NamingTerms::new(marker, &state, markers);
            let exact = terms.exact.iter().map(|term| self.marker(term, exact));
            exact.chain(terms.close.iter().map(|term| self.marker(term, close))).collect::<Vec<_>>()
        })
    }

    /// Returns the clauses for studies that name the state of the marker that a part of the text belongs to.
    fn naming_marker_at(&self, span: &Range<usize>, reading: &Reading) -> Part {
        if !matches!(self.scope, MatchScope::All | MatchScope::Any) {
            return Part::new();
        }
        let markers = self.vocabulary.markers();
        let states = markers.of_patient(&reading.markers_around(span)).into_iter();
        let terms = states.flat_map(|(marker, state)| {
            let terms = NamingTerms::new(marker, &state, markers);
            terms.all().cloned().collect::<Vec<_>>()
        });
        terms.map(|term| self.marker(&term, IN_KEYWORDS)).collect()
    }

    /// Returns the clause for studies with a term of [`crate::study_markers`].
    fn marker(&self, term: &str, weight: f32) -> Clause {
        Clause::one(Term::from_field_text(self.fields.markers, term), Weights::new(&[(Mention::ANY, weight)]))
    }

    fn concept(&self, field: Field, concept: ConceptId, weights: Weights) -> Clause {
        Clause::one(Term::from_field_text(field, self.vocabulary.id(concept)), weights)
    }

    fn word(&self, word: &str, weights: Weights) -> Clause {
        Clause::one(Term::from_field_text(self.fields.words, word), weights)
    }

    /// Returns clauses for studies that have all of these words in the same place, each as any of its alternatives.
    fn worded(&self, words: &[&[String]]) -> Part {
        let in_field = |field: Field, weights: Weights| {
            let terms = |any: &&[String]| any.iter().map(|word| Term::from_field_text(field, word)).collect();
            Clause { words: words.iter().map(terms).collect(), weights }
        };
        let ways = [
            (Mention::IN_CONDITIONS, IN_CONDITIONS),
            (Mention::IN_TITLES, IN_TITLES),
            (Mention::IN_KEYWORDS, IN_KEYWORDS),
        ];
        let in_summary = Weights::new(&[(Mention::ANY, IN_SUMMARY)]);
        vec![
            in_field(self.fields.words, Weights::best_only(&ways)),
            in_field(self.fields.summary, in_summary),
        ]
    }
}
