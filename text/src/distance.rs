//! The edit distance of two words.
//!
//! It is the optimal string alignment distance: a wrong, missing, or extra letter, and two swapped neighbors, are one edit
//! each.

use rapidfuzz::distance::osa;

/// Returns the number of edits between two words.
#[must_use]
#[inline]
pub fn edit_distance(one: &str, other: &str) -> usize {
    if one.is_ascii() && other.is_ascii() {
        osa::distance(one.bytes(), other.bytes())
    } else {
        osa::distance(one.chars(), other.chars())
    }
}

/// A word, prepared for comparisons with many others.
pub struct TypedWord(osa::BatchComparator<char>);

impl TypedWord {
    /// Prepares a word.
    #[must_use]
    #[inline]
    pub fn new(word: &str) -> Self {
        Self(osa::BatchComparator::new(word.chars()))
    }

    /// Returns the number of edits to another word, or `None` if there are more than `most`.
    #[must_use]
    #[inline]
    pub fn edits_to(&self, other: &str, most: usize) -> Option<usize> {
        self.0.distance_with_args(other.chars(), &osa::Args::default().score_cutoff(most))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The definition of the distance, without any shortcut.
    fn defined_distance(one: &[char], other: &[char]) -> usize {
        match (one, other) {
            ([], rest) | (rest, []) => rest.len(),
            ([one_rest @ .., a], [other_rest @ .., b]) => {
                let changed = defined_distance(one_rest, other_rest) + usize::from(a != b);
                let missing = defined_distance(one_rest, other).min(defined_distance(one, other_rest)) + 1;
                let swapped = match (one_rest, other_rest) {
                    ([one_rest @ .., c], [other_rest @ .., d]) if a == d && b == c => {
                        defined_distance(one_rest, other_rest) + 1
                    }
                    _ => usize::MAX,
                };
                changed.min(missing).min(swapped)
            }
        }
    }

    #[test]
    fn each_typo_is_one_edit() {
        let table = [
            ("asthma", "asthma", 0),
            ("astma", "asthma", 1),
            ("asthmaa", "asthma", 1),
            ("azthma", "asthma", 1),
            ("ashtma", "asthma", 1),
            ("corazon", "corazón", 1),
            ("ca", "abc", 3),
            ("", "ms", 2),
            ("", "", 0),
        ];
        for (one, other, edits) in table {
            assert_eq!(edit_distance(one, other), edits, "{one} {other}");
        }
        let long = "a".repeat(200);
        assert_eq!(edit_distance(&long, &format!("{long}b")), 1);
        assert_eq!(TypedWord::new(&long).edits_to(&long[1..], 2), Some(1));
    }

    #[test]
    fn prepared_word_finds_no_distance_beyond_the_limit() {
        let typed = TypedWord::new("astma");
        assert_eq!(typed.edits_to("asthma", 1), Some(1));
        assert_eq!(typed.edits_to("asthma", 0), None);
        assert_eq!(typed.edits_to("eczema", 2), None);
        assert_eq!(TypedWord::new("").edits_to("ms", 2), Some(2));
    }

    proptest! {
        #[test]
        fn distance_follows_its_definition(one in "[abcé]{0,6}", other in "[abcé]{0,6}", most in 0..4_usize) {
            let letters = |word: &str| word.chars().collect::<Vec<_>>();
            let edits = defined_distance(&letters(&one), &letters(&other));
            prop_assert_eq!(edit_distance(&one, &other), edits);
            prop_assert_eq!(edit_distance(&other, &one), edits);
            let within = (edits <= most).then_some(edits);
            prop_assert_eq!(TypedWord::new(&one).edits_to(&other, most), within);
        }
    }
}
