//! Names that people have in the United States, among them English, Spanish, Vietnamese, and Arabic ones.

use std::{collections::HashSet, sync::LazyLock};

static GIVEN_NAMES: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("given_names.txt").split_whitespace().collect());

/// Whether a word in lowercase without accents is a given name.
#[must_use]
pub fn is_given_name(word: &str) -> bool {
    GIVEN_NAMES.contains(word)
}
