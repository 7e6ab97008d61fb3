//! Folds names of places into comparable words: lowercase, without accents, `Saint` as `st`.

use std::ops::Range;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// A word of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The word in its comparable form.
    pub folded: String,
    /// The word in lowercase with accents.
    pub exact: String,
    /// The position in the text, in bytes.
    pub span: Range<usize>,
}

const APOSTROPHES: [char; 6] = ['\'', '’', '‘', 'ʼ', 'ʻ', '`'];

/// Words with a common short form.
const SHORT: [(&str, &str); 5] =
    [("saint", "st"), ("sainte", "st"), ("ste", "st"), ("fort", "ft"), ("mount", "mt")];

/// Returns the words of a text, in order. Letters with a period each are one word: `D.C.` is `dc`.
#[must_use]
pub fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut current: Option<Word> = None;
    let mut since_dot = 0;
    for (at, c) in text.char_indices() {
        let after = at + c.len_utf8();
        if c.is_alphanumeric() {
            let word = current.get_or_insert_with(|| {
                since_dot = 0;
                Word { folded: String::new(), exact: String::new(), span: at..after }
            });
            // A letter after a period continues the abbreviation.
            since_dot += 1;
            word.exact.extend(c.to_lowercase());
            fold(c, &mut word.folded);
            word.span.end = after;
        } else if is_combining_mark(c) {
            if let Some(word) = current.as_mut() {
                word.exact.push(c);
                word.span.end = after;
            }
        } else if c == '.' && since_dot == 1 && current.as_ref().is_some_and(is_letters) {
            since_dot = 0;
        } else if !APOSTROPHES.contains(&c) {
            words.extend(current.take());
        }
    }
    words.extend(current);
    words.into_iter().filter(|word| !word.folded.is_empty()).map(normalize).collect()
}

fn is_letters(word: &Word) -> bool {
    word.folded.chars().all(char::is_alphabetic)
}

fn normalize(word: Word) -> Word {
    let short = SHORT.iter().find(|(long, _)| *long == word.folded);
    let folded = short.map_or(word.folded, |(_, short)| (*short).to_owned());
    Word { folded, exact: word.exact.nfc().collect(), span: word.span }
}

/// Returns the key for looking up a name.
#[must_use]
pub fn key(words: &[Word]) -> String {
    let words: Vec<&str> = words.iter().map(|word| word.folded.as_str()).collect();
    words.join(" ")
}

fn fold(c: char, word: &mut String) {
    for part in c.to_lowercase().nfkd().filter(|part| part.is_alphanumeric()) {
        match part {
            'đ' | 'ð' => word.push('d'),
            'ø' => word.push('o'),
            'ł' => word.push('l'),
            'ı' => word.push('i'),
            'ß' => word.push_str("ss"),
            'æ' => word.push_str("ae"),
            'œ' => word.push_str("oe"),
            'þ' => word.push_str("th"),
            part => word.push(part),
        }
    }
}
