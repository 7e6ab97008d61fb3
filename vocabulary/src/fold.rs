//! Folds text into comparable words: lowercase, without accents, singular.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

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

/// Whether two spans overlap.
pub(crate) fn overlap(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

/// Returns the words of an incomplete text: lowercase, without accents, plurals unchanged.
#[must_use]
pub fn letters(text: &str) -> Vec<String> {
    let words = waypoint_text::words(text).map(|word| with_greek_spelled(word.folded()));
    words.filter(|word| !word.is_empty()).collect()
}

/// Returns the words of a text, in order.
#[must_use]
pub fn words(text: &str) -> Vec<Word> {
    waypoint_text::words(text).filter_map(comparable).collect()
}

fn comparable(word: waypoint_text::Word) -> Option<Word> {
    let accented = !word.text.is_ascii() && word.letters().any(|letter| !letter.is_ascii());
    let (folded, exact) = if accented {
        (with_greek_spelled(word.folded()), with_tone_behind(word.letters()))
    } else {
        let lower = word.lower();
        (lower.clone(), lower)
    };
    if folded.is_empty() {
        return None;
    }
    let folded = match word.text.strip_suffix('s') {
        // The plural of an abbreviation: PVCs.
        Some(one) if one.len() > 1 && one.chars().all(char::is_uppercase) => {
            folded.trim_end_matches('s').to_owned()
        }
        _ => singular(folded),
    };
    Some(Word { folded, exact, span: word.span, accented })
}

/// Spells out the Greek letters in the names of genes and proteins: `β` is `beta`.
fn with_greek_spelled(folded: String) -> String {
    const LETTERS: [(char, &str); 4] = [('α', "alpha"), ('β', "beta"), ('γ', "gamma"), ('δ', "delta")];
    if folded.is_ascii() {
        return folded;
    }
    LETTERS.iter().fold(folded, |folded, (letter, name)| folded.replace(*letter, name))
}

/// Grave, acute, tilde, hook above, dot below.
const TONES: [char; 5] = ['\u{300}', '\u{301}', '\u{303}', '\u{309}', '\u{323}'];

fn with_tone_behind(letters: impl Iterator<Item = char>) -> String {
    let (letters, tones) = without_tones(letters);
    letters + &tones
}

/// Splits a word into its letters, with accents except tones, and its tones.
#[must_use]
pub fn split_tones(word: &str) -> (String, String) {
    without_tones(word.chars())
}

fn without_tones(letters: impl Iterator<Item = char>) -> (String, String) {
    letters.nfd().partition(|part| !TONES.contains(part))
}

/// Whether a word has letters that Vietnamese has and Spanish lacks.
#[must_use]
pub fn is_vietnamese(word: &Word) -> bool {
    let marks = ['đ', '\u{302}', '\u{306}', '\u{309}', '\u{31b}', '\u{323}'];
    word.accented && word.exact.nfd().any(|part| marks.contains(&part))
}

/// Returns the common form of a word's singular and plural, and of its British and American spelling.
fn singular(word: String) -> String {
    // An abbreviation without a vowel, such as HLHS, is not a plural.
    let is_spoken = word.chars().any(|letter| "aeiouy".contains(letter));
    if word.len() < 4 || !word.is_ascii() || !is_spoken {
        return word;
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
    // 'Tran' is a name, and 'trans' no plural of it.
    let ends_like_singular = word == "trans" || ["ss", "us", "is"].iter().any(|end| word.ends_with(end));
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
