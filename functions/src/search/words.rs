//! Words, as searches compare them.

/// The words of a text in lower case: runs of letters and digits. Whatever else stands between
/// them parts them, so that `covid-19` and `covid 19` are the same two words.
pub(super) fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// A text whose words are parted and surrounded by single spaces, ready for [`has_word`].
pub(super) fn spaced(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len() + 2);
    spaced.push(' ');
    for word in words(text) {
        spaced.push_str(&word);
        spaced.push(' ');
    }
    spaced
}

/// Whether a word of the spaced text begins with `word`.
pub(super) fn has_word(spaced: &str, word: &str) -> bool {
    spaced.match_indices(word).any(|(at, _)| spaced[..at].ends_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_without_case_and_punctuation_and_by_their_beginning() {
        let text = spaced("Non-Small-Cell Lung Cancer (COVID-19)");
        for word in ["lung", "cancer", "canc", "covid", "19", "small"] {
            assert!(has_word(&text, word), "{word}");
        }
        for word in ["ung", "ancer", "asthma"] {
            assert!(!has_word(&text, word), "{word}");
        }
    }
}
