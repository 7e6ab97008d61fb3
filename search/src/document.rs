//! What a study is indexed under.

use std::collections::BTreeSet;

use tantivy::{TantivyDocument, schema::Field};
use waypoint_domain::{country::Country, registry_study::RegistryStudy, sex::Sex, study_type::StudyType};
use waypoint_vocabulary::{ConceptId, Vocabulary, fold::words};

use crate::{
    entry::{StudyEntry, coordinates},
    place::packed,
    schema::Fields,
};

/// An age that nobody reaches stands for a study without a maximum.
pub(crate) const NO_LIMIT: u64 = 999;
/// What the field of studies that take people now holds.
pub(crate) const RECRUITS: &str = "now";
/// Of a text longer than this, in bytes, the beginning says what it is about.
const LONGEST_TEXT: usize = 20_000;

/// The document of a study.
pub(crate) fn document(study: &RegistryStudy, fields: &Fields, vocabulary: &Vocabulary) -> TantivyDocument {
    let mut document = TantivyDocument::new();
    let titles = format!("{} | {}", study.brief_title, study.official_title);
    let keywords = [study.keywords.as_slice(), &study.interventions].concat().join(" | ");
    let conditions = study.conditions.join(" | ");

    document.add_u64(fields.number, number(study));
    let about: BTreeSet<ConceptId> =
        study.conditions.iter().flat_map(|condition| vocabulary.read_exactly(condition)).collect();
    let texts = study.keywords.iter().chain(&study.interventions).map(String::as_str);
    let named = texts
        .chain([study.brief_title.as_str(), &study.official_title])
        .flat_map(|text| vocabulary.read_exactly(text));
    let named = named.chain(study.headings.iter().filter_map(|id| vocabulary.concept(id)));
    let named: BTreeSet<ConceptId> = named.collect();
    let mentioned = vocabulary.read_exactly(beginning(&study.brief_summary)).into_iter();
    let mentioned = mentioned.chain(named.iter().copied()).collect();
    add_concepts(&mut document, fields.about, &about, vocabulary);
    add_concepts(
        &mut document,
        fields.about_near_kind_of,
        &with_near_ancestors(&about, vocabulary),
        vocabulary,
    );
    add_concepts(&mut document, fields.about_kind_of, &with_ancestors(&about, vocabulary), vocabulary);
    let named = with_ancestors(&named, vocabulary);
    add_concepts(&mut document, fields.named_kind_of, &named, vocabulary);
    add_concepts(&mut document, fields.mentioned, &mentioned, vocabulary);

    add_words(&mut document, fields.conditions, &conditions);
    add_words(&mut document, fields.titles, &titles);
    add_words(&mut document, fields.keywords, &keywords);
    add_words(&mut document, fields.summary, beginning(&study.brief_summary));
    let countries: BTreeSet<Country> =
        study.open_sites().filter_map(|site| Country::named(&site.country)).collect();
    for country in &countries {
        document.add_text(fields.country, country.as_str());
    }

    if study.status.is_recruiting() {
        document.add_text(fields.recruits, RECRUITS);
    }
    document.add_u64(fields.sex, sex_code(study.sex));
    document.add_u64(fields.youngest, study.ages.minimum.map_or(0, |age| u64::from(age.whole_years())));
    document.add_u64(fields.oldest, study.ages.maximum.map_or(NO_LIMIT, |age| u64::from(age.whole_years())));
    document.add_u64(fields.kind, kind_code(&study.study_type));
    document.add_u64(fields.healthy, u64::from(study.healthy_volunteers == Some(true)));
    document.add_u64(fields.changed, study.last_updated.as_deref().map_or(0, day_code));
    for place in coordinates(study) {
        document.add_u64(fields.places, packed(place));
    }
    // An entry is made of what was read from JSON, so that it can be written as such.
    document.add_bytes(fields.entry, &serde_json::to_vec(&StudyEntry::of(study)).unwrap_or_default());
    document
}

/// The digits of a study's number.
pub(crate) fn number(study: &RegistryStudy) -> u64 {
    study.nct_id.as_str().trim_start_matches("NCT").parse().unwrap_or_default()
}

/// A sex as the index keeps it.
pub(crate) fn sex_code(sex: Sex) -> u64 {
    match sex {
        Sex::All => 0,
        Sex::Female => 1,
        Sex::Male => 2,
    }
}

/// A kind of study as the index keeps it.
pub(crate) fn kind_code(kind: &StudyType) -> u64 {
    match kind {
        StudyType::Interventional => 0,
        StudyType::Observational => 1,
        StudyType::ExpandedAccess => 2,
        StudyType::Unstated => 3,
    }
}

/// A day such as `2026-03-01` as a number that grows with time; a month counts as its first moment.
fn day_code(day: &str) -> u64 {
    let mut parts = day.split('-').map(|part| part.parse::<u64>().unwrap_or_default());
    let mut next = || parts.next().unwrap_or_default();
    (next() * 100 + next()) * 100 + next()
}

fn with_ancestors(concepts: &BTreeSet<ConceptId>, vocabulary: &Vocabulary) -> BTreeSet<ConceptId> {
    let above = concepts.iter().flat_map(|concept| vocabulary.ancestors(*concept));
    above.chain(concepts.iter().copied()).collect()
}

/// Concepts, what they are kinds of, and what that is a kind of.
fn with_near_ancestors(concepts: &BTreeSet<ConceptId>, vocabulary: &Vocabulary) -> BTreeSet<ConceptId> {
    let parents = |of: &BTreeSet<ConceptId>| -> BTreeSet<ConceptId> {
        of.iter().flat_map(|concept| vocabulary.parents(*concept)).chain(of.iter().copied()).collect()
    };
    parents(&parents(concepts))
}

fn add_concepts(
    document: &mut TantivyDocument,
    field: Field,
    concepts: &BTreeSet<ConceptId>,
    vocabulary: &Vocabulary,
) {
    for concept in concepts {
        document.add_text(field, vocabulary.id(*concept));
    }
}

fn add_words(document: &mut TantivyDocument, field: Field, text: &str) {
    let distinct: BTreeSet<String> = words(text).into_iter().map(|word| word.folded).collect();
    for word in distinct {
        document.add_text(field, word);
    }
}

fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(LONGEST_TEXT.min(text.len()))]
}
