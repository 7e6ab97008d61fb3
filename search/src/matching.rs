//! Words as what a study has to be about.
//!
//! A study can be about each part of a search in several ways; the best of them counts, and the sum over the
//! parts ranks it.

use tantivy::{Term, schema::Field};
use waypoint_vocabulary::{How, Part, Reading, Vocabulary};

use crate::{known::Stands, schema::Fields, wanted::Wanted};

/// How much it counts that a study is about exactly what was asked for, is about a kind of it, names it or
/// a kind of it in a title, or has it in its summary.
const ABOUT: f32 = 10.0;
const ABOUT_A_NEAR_KIND: f32 = 9.0;
const ABOUT_A_KIND: f32 = 8.0;
const NAMED: f32 = 8.0;
const MENTIONED: f32 = 2.0;
/// How much it counts that a study is about the wider concept, and when little is found, about one that is wider
/// still, such as solid tumors, or about another kind of the wider one.
const ABOUT_WIDER: f32 = 4.0;
const ABOUT_FAR_WIDER: f32 = 1.5;
const ABOUT_SIBLING: f32 = 1.0;
/// How much a word that says nothing by itself counts where it stands in a title or among keywords.
const BESIDE: f32 = 2.0;
/// How much a word of a longer name counts in a title where not all of the name has to be.
const PARTLY: f32 = 1.0;
/// How much it counts that words stand in conditions, titles, keywords or anywhere.
const IN_CONDITIONS: f32 = 8.0;
const IN_TITLES: f32 = 6.0;
const IN_KEYWORDS: f32 = 5.0;
const IN_SUMMARY: f32 = 2.0;

/// The share of what the other ways count in which a study is about the same part.
const IN_OTHER_WAYS: f32 = 0.1;

/// How many parts of a search a study has to be about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needed {
    /// Every part.
    All,
    /// At least one.
    Any,
    /// At least one, or something near to it.
    Near,
}

/// What a study has to be about; nothing when the words say nothing.
pub(crate) fn wanted(
    reading: &Reading,
    stands: &Stands,
    needed: Needed,
    fields: &Fields,
    vocabulary: &Vocabulary,
) -> Option<Wanted> {
    let concepts = reading.parts.iter().map(|part| about(part, stands, needed, fields, vocabulary));
    let words = reading.rest.iter().filter(|word| !vocabulary.is_plain(&word.folded));
    let words = words.map(|word| worded(&[stands.for_word(&word.folded)], fields));
    let parts: Vec<Wanted> = concepts.chain(words).collect();
    if parts.is_empty() {
        return None;
    }
    let about = match needed {
        Needed::All => Wanted::All(parts),
        Needed::Any | Needed::Near => Wanted::Any(parts),
    };
    let plain = reading.rest.iter().filter(|word| vocabulary.is_plain(&word.folded));
    let beside = plain
        .filter(|word| word.folded.chars().count() > 3)
        .flat_map(|word| [fields.titles, fields.keywords].map(|field| term(field, &word.folded, BESIDE)));
    // Where not everything has to be there, a word of what isn't says which of the others come first.
    let partly = reading.parts.iter().filter(|part| needed != Needed::All && part.words.len() > 1);
    let partly = partly.flat_map(|part| &part.words).map(|word| term(fields.titles, word, PARTLY));
    Some(Wanted::Beside(Box::new(about), beside.chain(partly).collect()))
}

fn about(part: &Part, stands: &Stands, needed: Needed, fields: &Fields, vocabulary: &Vocabulary) -> Wanted {
    let mut ways: Vec<Wanted> = Vec::new();
    for concept in &part.concepts {
        let id = vocabulary.id(*concept);
        ways.push(term(fields.about, id, ABOUT));
        ways.push(term(fields.about_near_kind_of, id, ABOUT_A_NEAR_KIND));
        ways.push(term(fields.about_kind_of, id, ABOUT_A_KIND));
        ways.push(term(fields.named_kind_of, id, NAMED));
        ways.push(term(fields.mentioned, id, MENTIONED));
        for wider in vocabulary.parents(*concept) {
            let id = vocabulary.id(wider);
            ways.push(term(fields.about, id, ABOUT_WIDER));
            if needed == Needed::Near {
                ways.push(term(fields.about_kind_of, id, ABOUT_SIBLING));
            }
        }
        if needed != Needed::All {
            for wider in vocabulary.parents(*concept) {
                ways.push(term(fields.mentioned, vocabulary.id(wider), ABOUT_SIBLING));
            }
            for wider in vocabulary.ancestors(*concept) {
                ways.push(term(fields.about, vocabulary.id(wider), ABOUT_FAR_WIDER));
            }
        }
    }
    let words: Vec<&[String]> = part.words.iter().map(std::slice::from_ref).collect();
    ways.push(worded(&words, fields));
    if part.how != How::Named {
        let typed: Vec<&[String]> = part.typed.iter().map(|word| stands.for_word(word)).collect();
        ways.push(worded(&typed, fields));
    }
    Wanted::Best(ways, IN_OTHER_WAYS)
}

/// Studies in which all of these words stand together, each as one of those that stand for it.
fn worded(words: &[&[String]], fields: &Fields) -> Wanted {
    let places = [
        (fields.conditions, IN_CONDITIONS),
        (fields.titles, IN_TITLES),
        (fields.keywords, IN_KEYWORDS),
        (fields.summary, IN_SUMMARY),
    ];
    let all_in = |field, weight| match words {
        [any] => one_of(field, any, weight),
        words => {
            let all = words.iter().map(|any| one_of(field, any, weight)).collect();
            Wanted::Worth(Box::new(Wanted::All(all)), weight)
        }
    };
    Wanted::Best(places.map(|(field, weight)| all_in(field, weight)).into(), 0.0)
}

fn one_of(field: Field, words: &[String], weight: f32) -> Wanted {
    match words {
        [word] => term(field, word, weight),
        words => {
            let any = words.iter().map(|word| term(field, word, weight)).collect();
            Wanted::Worth(Box::new(Wanted::Best(any, 0.0)), weight)
        }
    }
}

fn term(field: Field, value: &str, weight: f32) -> Wanted {
    Wanted::Term(Term::from_field_text(field, value), weight)
}
