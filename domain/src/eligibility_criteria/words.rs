//! The words of a line.

/// Returns the words of a text, each with its position in bytes.
pub(super) fn words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (start, c.is_alphanumeric()) {
            (None, true) => start = Some(at),
            (Some(begun), false) => {
                words.push((begun, &text[begun..at]));
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// Returns the words of a text in lower case.
pub(super) fn lower_words(text: &str) -> Vec<String> {
    words(text).iter().map(|(_, word)| word.to_lowercase()).collect()
}

/// Whether a list of words, separated by spaces, has this word.
pub(super) fn is_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|known| known == word)
}

/// Whether no word of a text begins with a lowercase letter.
pub(super) fn is_title(text: &str) -> bool {
    words(text).iter().all(|(_, word)| !word.starts_with(char::is_lowercase))
}
