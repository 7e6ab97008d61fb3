//! The words of a text.

use std::{iter, ops::Range};

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::{fold_word, is_apostrophe};

/// A word or number: letters and digits in a row, with the marks and apostrophes among them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word<'a> {
    /// The word as it is in the text, without apostrophes around it.
    pub text: &'a str,
    /// The position in the text, in bytes.
    pub span: Range<usize>,
}

impl Word<'_> {
    /// Returns the word in lowercase, without accents and apostrophes.
    #[must_use]
    #[inline]
    pub fn folded(&self) -> String {
        fold_word(self.text)
    }

    /// Returns the word in lowercase and without apostrophes. Accents are composed with their letters.
    #[must_use]
    #[inline]
    pub fn lower(&self) -> String {
        if self.text.is_ascii() {
            let mut lower = self.text.to_ascii_lowercase();
            lower.retain(|c| !is_apostrophe(c));
            return lower;
        }
        self.letters().nfc().collect()
    }

    /// Returns the characters of the word in lowercase and without apostrophes, with accents as they were typed.
    #[inline]
    pub fn letters(&self) -> impl Iterator<Item = char> {
        self.text.chars().filter(|c| !is_apostrophe(*c)).flat_map(char::to_lowercase)
    }
}

/// What a character does to a word.
enum Role {
    /// Begins or continues it.
    Letter,
    /// Belongs to the letter before it.
    Mark,
    /// Continues it if a letter follows.
    Apostrophe,
    /// Ends it.
    Other,
}

impl Role {
    #[inline]
    fn of(c: char) -> Self {
        if c.is_ascii_alphanumeric() {
            Self::Letter
        } else if is_apostrophe(c) {
            Self::Apostrophe
        } else if c.is_ascii() {
            Self::Other
        } else if is_combining_mark(c) {
            Self::Mark
        } else if c.is_alphanumeric() {
            Self::Letter
        } else {
            Self::Other
        }
    }
}

/// Returns the words of a text, in order. An apostrophe doesn't divide a word: `Crohn's` is one.
#[inline]
pub fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut chars = text.char_indices();
    iter::from_fn(move || {
        let mut span: Option<Range<usize>> = None;
        for (at, c) in chars.by_ref() {
            let after = at + c.len_utf8();
            match (Role::of(c), &mut span) {
                (Role::Letter, None) => span = Some(at..after),
                (Role::Letter | Role::Mark, Some(word)) => word.end = after,
                (Role::Other, Some(_)) => break,
                (Role::Apostrophe, _) | (_, None) => {}
            }
        }
        span.map(|span| Word { text: &text[span.clone()], span })
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lower(text: &str) -> Vec<String> {
        words(text).map(|word| word.lower()).collect()
    }

    #[test]
    fn words_are_divided_by_everything_but_apostrophes_and_marks() {
        let table: [(&str, &[&str]); 9] = [
            ("Stage-3 lung cancer, 58F", &["stage", "3", "lung", "cancer", "58f"]),
            ("I'm Crohn’s patients' O`Brien", &["im", "crohns", "patients", "obrien"]),
            ("'tis ‘quoted’ rock 'n' roll", &["tis", "quoted", "rock", "n", "roll"]),
            ("can´t Hawaiʻi Oʼahu", &["cant", "hawaii", "oahu"]),
            ("ung thư phổi", &["ung", "thư", "phổi"]),
            ("to\u{302}i \u{301} a", &["tôi", "a"]),
            ("ʼ ' ´", &[]),
            ("?! …", &[]),
            ("", &[]),
        ];
        for (text, expected) in table {
            assert_eq!(lower(text), expected, "{text}");
        }
    }

    #[test]
    fn word_has_its_position_and_folded_form() {
        let text = " Đặng’s 'cafe\u{301}' ";
        let found: Vec<Word> = words(text).collect();
        let spans: Vec<Range<usize>> = found.iter().map(|word| word.span.clone()).collect();
        assert_eq!(spans, [1..12, 14..20]);
        let folded: Vec<String> = found.iter().map(Word::folded).collect();
        assert_eq!(folded, ["dangs", "cafe"]);
    }

    proptest! {
        #[test]
        fn words_are_at_their_positions_in_order(text in "[\\PC '’\u{301}]{0,40}") {
            let mut end = 0;
            for word in words(&text) {
                prop_assert!(word.span.start >= end && !word.span.is_empty());
                prop_assert_eq!(&text[word.span.clone()], word.text);
                prop_assert!(!word.text.starts_with(is_apostrophe) && !word.text.ends_with(is_apostrophe));
                prop_assert!(!word.lower().is_empty());
                end = word.span.end;
            }
        }

        #[test]
        fn accents_do_not_change_the_words(text in "[a-z '.-]{0,40}", accent in "[\u{300}-\u{303}\u{323}]") {
            let accented = text.replace('o', &format!("o{accent}"));
            let folded = |text: &str| words(text).map(|word| word.folded()).collect::<Vec<_>>();
            prop_assert_eq!(folded(&accented), folded(&text));
        }
    }
}
