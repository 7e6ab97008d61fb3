//! Folds text into comparable words: lowercase, without accents, singular.

use std::ops::Range;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The word in its comparable form.
    pub folded: String,
    /// The word in lowercase with accents. The tone of a Vietnamese syllable is moved to the end, because its position varies.
    pub exact: String,
    /// The position in the text, in bytes.
    pub span: Range<usize>,
    /// Whether it has letters beyond ASCII.
    pub accented: bool,
}

/// Characters that may be part of a word but are ignored.
const APOSTROPHES: [char; 4] = ['\'', '’', 'ʼ', '`'];

/// Returns the words of an incomplete text: lowercase, without accents, plurals unchanged.
#[must_use]
pub fn letters(text: &str) -> Vec<String> {
    split(text).into_iter().map(|word| word.folded).collect()
}

/// Returns the words of a text, in order.
#[must_use]
pub fn words(text: &str) -> Vec<Word> {
    let mut words = split(text);
    for word in &mut words {
        word.folded = match text[word.span.clone()].strip_suffix('s') {
            // The plural of an abbreviation: PVCs.
            Some(one) if one.len() > 1 && one.chars().all(char::is_uppercase) => {
                word.folded.trim_end_matches('s').to_owned()
            }
            _ => singular(&word.folded),
        };
        if word.accented {
            word.exact = with_tone_behind(&word.exact);
        }
    }
    words
}

fn split(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut current: Option<Word> = None;
    for (at, c) in text.char_indices() {
        let after = at + c.len_utf8();
        if c.is_alphanumeric() {
            let word = current.get_or_insert_with(|| Word {
                folded: String::new(),
                exact: String::new(),
                span: at..after,
                accented: false,
            });
            word.accented |= !c.is_ascii();
            fold(c, &mut word.folded);
            word.exact.extend(c.to_lowercase());
            word.span.end = after;
        } else if let Some(word) = current.as_mut().filter(|_| is_combining_mark(c)) {
            word.accented = true;
            word.exact.push(c);
        } else if !(APOSTROPHES.contains(&c) || is_combining_mark(c)) {
            words.extend(current.take());
        }
    }
    words.extend(current);
    words
}

/// Grave, acute, tilde, hook above, dot below.
const TONES: [char; 5] = ['\u{300}', '\u{301}', '\u{303}', '\u{309}', '\u{323}'];

fn with_tone_behind(word: &str) -> String {
    let (letters, tones) = split_tones(word);
    letters + &tones
}

/// Splits a word into its letters, with accents except tones, and its tones.
#[must_use]
pub fn split_tones(word: &str) -> (String, String) {
    let (tones, letters) = word.nfd().partition(|part| TONES.contains(part));
    (letters, tones)
}

/// Whether a word has letters that Vietnamese has and Spanish lacks.
#[must_use]
pub fn is_vietnamese(word: &Word) -> bool {
    let marks = ['đ', '\u{302}', '\u{306}', '\u{309}', '\u{31b}', '\u{323}'];
    word.accented && word.exact.nfd().any(|part| marks.contains(&part))
}

/// Removes the accents of a text.
#[must_use]
pub fn unaccented(text: &str) -> String {
    text.nfd().filter(|part| !is_combining_mark(*part)).map(|c| if c == 'đ' { 'd' } else { c }).collect()
}

/// Appends a letter to a word in lowercase and without accents.
fn fold(c: char, word: &mut String) {
    for part in c.to_lowercase().nfkd().filter(|part| !is_combining_mark(*part)) {
        match part {
            'đ' => word.push('d'),
            'ø' => word.push('o'),
            'ł' => word.push('l'),
            'ß' => word.push_str("ss"),
            'α' => word.push_str("alpha"),
            'β' => word.push_str("beta"),
            'γ' => word.push_str("gamma"),
            'δ' => word.push_str("delta"),
            part => word.push(part),
        }
    }
}

/// Returns the common form of a word's singular and plural, and of its British and American spelling.
fn singular(word: &str) -> String {
    // An abbreviation without a vowel, such as HLHS, is not a plural.
    let is_spoken = word.chars().any(|letter| "aeiouy".contains(letter));
    if word.len() < 4 || !word.is_ascii() || !is_spoken {
        return word.to_owned();
    }
    let word = word.replace("ae", "e").replace("oe", "e");
    let word = match word.strip_suffix("ours").or_else(|| word.strip_suffix("our")) {
        Some(stem) if stem.len() >= 3 => format!("{stem}or"),
        _ => word,
    };
    let plurals = [
        ("itides", "itis"),
        ("oses", "osis"),
        ("tases", "tasis"),
        ("omata", "oma"),
        ("ies", "y"),
        ("sses", "ss"),
        ("xes", "x"),
        ("shes", "sh"),
    ];
    let whole = replaced_end(&word, &plurals);
    if whole != word {
        return whole;
    }
    let ends_like_singular = ["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    match word.strip_suffix('s') {
        Some(stem) if !ends_like_singular && stem.len() >= 3 => stem.to_owned(),
        _ => word,
    }
}

/// Replaces the first matching ending, if at least two letters precede it.
fn replaced_end(word: &str, ends: &[(&str, &str)]) -> String {
    let found = ends.iter().find_map(|(end, other)| {
        let stem = word.strip_suffix(end).filter(|stem| stem.len() >= 2)?;
        Some(format!("{stem}{other}"))
    });
    found.unwrap_or_else(|| word.to_owned())
}
