//! The name of a concept that is shown.

use crate::{files::Concept, fold};

/// How the vocabulary calls cancers, and how people do.
const NEOPLASMS: &str = " Neoplasms";
const CANCER: &str = " cancer";
/// Words that begin with so many same letters are one in two forms.
const STEM: usize = 5;
/// More words are a description.
const MOST_WORDS: usize = 3;

/// The label that is given; else the vocabulary's name as people say it: of cancers a short name that says so,
/// and with its words in their usual order.
pub(crate) fn label(concept: &Concept) -> String {
    let given = || concept.label.clone();
    let cancer = || concept.name.ends_with(NEOPLASMS).then(|| cancer(concept)).flatten();
    given().or_else(cancer).unwrap_or_else(|| in_usual_order(concept))
}

fn cancer(concept: &Concept) -> Option<String> {
    let lay = concept.lay.iter().map(|(_, name)| name);
    let names = concept.entry_terms.iter().chain(lay);
    let says_so = |name: &&String| {
        name.to_lowercase().ends_with(CANCER)
            && !name.contains(',')
            && name.split(' ').count() <= MOST_WORDS
            && name.chars().filter(|letter| letter.is_uppercase()).count() <= MOST_WORDS
    };
    let stem = |word: &str| word.to_lowercase().chars().take(STEM).collect::<String>();
    let stems: Vec<String> = concept.name.split(' ').map(stem).collect();
    let is_alike = |name: &str| name.split(' ').map(stem).any(|stem| stems.contains(&stem));
    names
        .filter(says_so)
        .min_by_key(|name| (!is_alike(name), name.split(' ').count()))
        .map(|name| in_title_case(name))
}

/// `Lymphoma, Large B-Cell, Diffuse` as the entry term that has the same words in another order, else turned
/// around.
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
