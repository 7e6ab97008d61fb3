//! Suggestions for misspelled words.

/// Maximum edit distance of a suggestion.
const MAX_EDITS: usize = 3;

/// Returns the known word closest to this one, if any is similar.
pub(super) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let limit = MAX_EDITS.min(word.chars().count() / 2);
    let distance = |known: &&str| edit_distance(&word, &known.to_lowercase());
    known.into_iter().min_by_key(distance).filter(|known| distance(known) <= limit)
}

/// The Levenshtein distance of two words.
fn edit_distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let changed = before + usize::from(a != *b);
            before = row[j + 1];
            row[j + 1] = changed.min(before + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
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
