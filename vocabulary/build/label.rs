//! The name of a concept that is shown.

use crate::{files::Concept, fold};

/// How the vocabulary calls cancers, and how people do.
const NEOPLASMS: &str = " Neoplasms";
const CANCER: &str = " cancer";
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
    names.filter(says_so).min_by_key(|name| name.split(' ').count()).map(|name| in_title_case(name))
}

/// `Lymphoma, Large B-Cell, Diffuse` as the entry term that has the same words in another order, else one that
/// says it in several words, else turned around.
fn in_usual_order(concept: &Concept) -> String {
    if !concept.name.contains(", ") || concept.name.contains(", and ") {
        return concept.name.clone();
    }
    let sorted = |name: &str| {
        let mut words: Vec<String> = fold::words(name).into_iter().map(|word| word.folded).collect();
        words.sort();
        words
    };
    let usual: Vec<&String> =
        concept.entry_terms.iter().filter(|name| !name.contains(',') && name.contains(' ')).collect();
    let same = usual.iter().find(|name| sorted(name) == sorted(&concept.name));
    let turned = || concept.name.rsplit(", ").collect::<Vec<_>>().join(" ");
    same.or_else(|| usual.first()).map_or_else(turned, |name| (*name).clone())
}

fn in_title_case(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    name.split(' ').map(word).collect::<Vec<String>>().join(" ")
}
