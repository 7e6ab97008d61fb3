//! Suggestions for misspelled words.

use waypoint_text::edit_distance;

/// Maximum edit distance of a suggestion.
const MAX_EDITS: usize = 3;

/// Returns the known word closest to this one, if any is similar.
pub(super) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let limit = MAX_EDITS.min(word.chars().count() / 2);
    let distance = |known: &&str| edit_distance(&word, &known.to_lowercase());
    known.into_iter().min_by_key(distance).filter(|known| distance(known) <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closest_word_is_suggested_if_it_is_similar() {
        let known = ["title", "description", "draft"];
        let table = [
            ("descripton", Some("description")),
            ("Title", Some("title")),
            ("titel", Some("title")),
            ("drafts", Some("draft")),
            ("color", None),
            ("x", None),
        ];
        for (word, meant) in table {
            assert_eq!(nearest(word, known), meant, "{word}");
        }
    }
}
