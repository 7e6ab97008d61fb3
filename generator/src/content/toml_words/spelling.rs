//! Which known word somebody may have meant.

/// More letters than this are no slip of the finger.
const MOST_SLIPS: usize = 3;

/// The known word that is most like this one, if any is.
pub(super) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let most = MOST_SLIPS.min(word.chars().count() / 2);
    let slips = |known: &&str| slips(&word, &known.to_lowercase());
    known.into_iter().min_by_key(slips).filter(|known| slips(known) <= most)
}

/// How many letters have to be changed, added or removed to make one word of the other.
fn slips(one: &str, other: &str) -> usize {
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
    fn the_most_alike_word_is_meant_when_it_is_alike_at_all() {
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
