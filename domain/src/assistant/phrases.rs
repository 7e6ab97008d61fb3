//! A text as words in a row, in which phrases are looked for.

/// Words in small letters, one space between them and at both ends, so that a phrase is found only as whole words.
/// Straight and curly apostrophes are the same: `can't` is `cant`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Words(String);

impl Words {
    pub(super) fn of(text: &str) -> Self {
        let mut words = String::with_capacity(text.len() + 2);
        words.push(' ');
        for c in text.chars().filter(|c| !matches!(c, '\'' | '’' | '‘' | 'ʼ' | '`')) {
            if c.is_alphanumeric() {
                words.extend(c.to_lowercase());
            } else if !words.ends_with(' ') {
                words.push(' ');
            }
        }
        if !words.ends_with(' ') {
            words.push(' ');
        }
        Self(words)
    }

    /// Whether these words stand here in a row. A phrase is written as [`Words`] writes it.
    pub(super) fn have(&self, phrase: &str) -> bool {
        self.0
            .match_indices(phrase)
            .any(|(at, found)| self.0[..at].ends_with(' ') && self.0[at + found.len()..].starts_with(' '))
    }

    /// Whether one of these phrases stands here.
    pub(super) fn have_any(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.have(phrase))
    }

    /// Whether there is nothing but this phrase.
    pub(super) fn are(&self, phrase: &str) -> bool {
        self.0.trim() == phrase
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.split_whitespace()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_found_as_whole_words_however_it_is_written() {
        let words = Words::of("I  CAN’T\nbreathe!");
        assert!(words.have("cant breathe") && words.have("i cant") && words.are("i cant breathe"));
        assert!(!words.have("ant breathe") && !words.have("cant breath"));
    }

    #[test]
    fn nothing_has_no_words() {
        assert_eq!(Words::of("?! …").iter().count(), 0);
        assert!(Words::of("").are(""));
    }
}
