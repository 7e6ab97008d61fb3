//! Misspelled names that patients type. They are read, but never suggested.

use std::collections::BTreeSet;

use waypoint_text::edit_distance;

use crate::{files::Concept, fold};

/// Shorter words have too many similar ones.
const MIN_LENGTH: usize = 6;
/// The maximum edit distance of a misspelling.
const MAX_DISTANCE: usize = 2;

/// Returns the words of all `MeSH` names, folded and without plural endings.
pub(crate) fn mesh_name_words(concepts: &[Concept]) -> BTreeSet<String> {
    concepts.iter().flat_map(own_words).collect()
}

/// Whether a word of the name is close to one of the concept's `MeSH` names, and in no `MeSH` name itself.
pub(crate) fn is_misspelling(name: &str, concept: &Concept, known: &BTreeSet<String>) -> bool {
    let concept_words: BTreeSet<String> = own_words(concept).collect();
    let is_misspelled = |word: &String| {
        word.chars().count() >= MIN_LENGTH
            && !known.contains(word)
            && concept_words.iter().any(|own| edit_distance(word, own) <= MAX_DISTANCE)
    };
    stems(name).any(|word| is_misspelled(&word))
}

fn own_words(concept: &Concept) -> impl Iterator<Item = String> {
    std::iter::once(&concept.name).chain(&concept.entry_terms).flat_map(|name| stems(name))
}

fn stems(name: &str) -> impl Iterator<Item = String> {
    fold::words(name).into_iter().map(|word| word.folded.trim_end_matches('s').to_owned())
}
