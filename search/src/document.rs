//! What a study is indexed under.

use std::collections::BTreeSet;

use tantivy::{TantivyDocument, schema::Field};
use waypoint_domain::{country::Country, listed_study::ListedStudy, registry_study::RegistryStudy};
use waypoint_vocabulary::{ConceptId, Vocabulary, fold::words};

use crate::schema::Fields;

/// Of a text longer than this, in bytes, the beginning says what it is about.
const LONGEST_TEXT: usize = 20_000;

/// The document of a study that is about these concepts, and was the so manieth to be added.
pub(crate) fn document(
    study: &RegistryStudy,
    about: &BTreeSet<ConceptId>,
    place: u64,
    fields: &Fields,
    vocabulary: &Vocabulary,
) -> TantivyDocument {
    let mut document = TantivyDocument::new();
    document.add_u64(fields.place, place);
    let titles = format!("{} | {}", study.brief_title, study.official_title);
    let keywords = [study.keywords.as_slice(), &study.interventions].concat().join(" | ");
    let conditions = study.conditions.join(" | ");

    let texts =
        study.keywords.iter().chain(&study.interventions).chain([&study.brief_title, &study.official_title]);
    let named = texts.flat_map(|text| vocabulary.read_exactly(text));
    let named = named.chain(study.headings.iter().filter_map(|id| vocabulary.concept(id)));
    let named: BTreeSet<ConceptId> = named.collect();
    let mentioned = vocabulary.read_exactly(beginning(&study.brief_summary)).into_iter();
    let mentioned = mentioned.chain(named.iter().copied()).collect();
    add_concepts(&mut document, fields.about, about, vocabulary);
    let near = with_near_ancestors(about, vocabulary);
    add_concepts(&mut document, fields.about_near_kind_of, &near, vocabulary);
    add_concepts(&mut document, fields.about_kind_of, &with_ancestors(about, vocabulary), vocabulary);
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
    // An entry is made of what was read from JSON, so that it can be written as such.
    document.add_bytes(fields.entry, &serde_json::to_vec(&ListedStudy::of(study)).unwrap_or_default());
    document
}

/// The concepts that a study is about, as its conditions name them.
pub(crate) fn about(study: &RegistryStudy, vocabulary: &Vocabulary) -> BTreeSet<ConceptId> {
    study.conditions.iter().flat_map(|condition| vocabulary.read_exactly(condition)).collect()
}

/// These concepts, and every one of which they are kinds.
pub(crate) fn with_ancestors(concepts: &BTreeSet<ConceptId>, vocabulary: &Vocabulary) -> BTreeSet<ConceptId> {
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
