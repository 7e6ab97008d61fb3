//! Names that patients type and that are spelled wrongly: they are read, and never suggested.

use std::collections::BTreeSet;

use rapidfuzz::distance::osa;

use crate::{files::Concept, fold};

/// A shorter word is like too many others.
const SHORTEST: usize = 6;
/// The most letters by which a slip differs.
const FARTHEST: usize = 2;

/// The words of all names that are the vocabulary's own, folded and without the ending of a plural.
pub(crate) fn words_of_own_names(concepts: &[Concept]) -> BTreeSet<String> {
    concepts.iter().flat_map(own_words).collect()
}

/// Whether a word of the name is nearly one of the concept's own names, and is itself in no own name.
pub(crate) fn is_slip(name: &str, concept: &Concept, known: &BTreeSet<String>) -> bool {
    let of_concept: BTreeSet<String> = own_words(concept).collect();
    let is_slip = |word: &String| {
        word.chars().count() >= SHORTEST
            && !known.contains(word)
            && of_concept.iter().any(|own| osa::distance(word.chars(), own.chars()) <= FARTHEST)
    };
    stems(name).any(|word| is_slip(&word))
}

fn own_words(concept: &Concept) -> impl Iterator<Item = String> {
    std::iter::once(&concept.name).chain(&concept.entry_terms).flat_map(|name| stems(name))
}

fn stems(name: &str) -> impl Iterator<Item = String> {
    fold::words(name).into_iter().map(|word| word.folded.trim_end_matches('s').to_owned())
}
