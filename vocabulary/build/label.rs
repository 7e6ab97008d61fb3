//! The name of a concept to show.

use crate::{files::Concept, fold};

/// The ending of names of cancers in `MeSH`.
const NEOPLASMS: &str = " Neoplasms";
/// The ending of names of cancers in everyday English.
const CANCER: &str = " cancer";
/// Words with this many letters in common at the start are forms of one word.
const STEM_LENGTH: usize = 5;
/// Names with more words are descriptions.
const MAX_WORDS: usize = 3;

/// Returns the given label, or the `MeSH` name in everyday form: a short name for cancers, words in their usual order.
pub(crate) fn label(concept: &Concept) -> String {
    let given = || concept.label.clone();
    let cancer = || concept.name.ends_with(NEOPLASMS).then(|| cancer_label(concept)).flatten();
    given().or_else(cancer).unwrap_or_else(|| in_usual_order(concept))
}

fn cancer_label(concept: &Concept) -> Option<String> {
    let lay = concept.lay.iter().map(|(_, name)| name);
    let names = concept.entry_terms.iter().chain(lay);
    let is_short_cancer_name = |name: &&String| {
        name.to_lowercase().ends_with(CANCER)
            && !name.contains(',')
            && name.split(' ').count() <= MAX_WORDS
            && name.chars().filter(|letter| letter.is_uppercase()).count() <= MAX_WORDS
    };
    let stem = |word: &str| word.to_lowercase().chars().take(STEM_LENGTH).collect::<String>();
    let stems: Vec<String> = concept.name.split(' ').map(stem).collect();
    let is_alike = |name: &str| name.split(' ').map(stem).any(|stem| stems.contains(&stem));
    names
        .filter(is_short_cancer_name)
        .min_by_key(|name| (!is_alike(name), name.split(' ').count()))
        .map(|name| in_title_case(name))
}

/// Returns the entry term with the same words in another order, or the reversed parts: `Lymphoma, Large B-Cell, Diffuse`.
fn in_usual_order(concept: &Concept) -> String {
    if !concept.name.contains(", ") || concept.name.contains(", and ") {
        return concept.name.clone();
    }
    let sorted = |name: &str| {
        let mut words: Vec<String> = fold::words(name).into_iter().map(|word| word.folded).collect();
        words.sort();
        words
    };
    let same = concept
        .entry_terms
        .iter()
        .filter(|name| !name.contains(','))
        .find(|name| sorted(name) == sorted(&concept.name));
    let turned = || concept.name.rsplit(", ").collect::<Vec<_>>().join(" ");
    same.map_or_else(turned, String::clone)
}

fn in_title_case(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    name.split(' ').map(word).collect::<Vec<String>>().join(" ")
}
