//! A spelling of a term, as words with what separates them.

use waypoint_text::{Word, words};

/// The characters that join words to one: `non-randomized`, `placebo/drug`, `sponsor.example`.
const JOINING: [char; 15] = ['-', '‐', '‑', '‒', '–', '−', '/', '\\', '.', '_', '@', '&', '+', '=', '#'];
const HYPHENS: [char; 6] = ['-', '‐', '‑', '‒', '–', '−'];

/// A spelling of a term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Form {
    /// The index of the term in the glossary.
    pub(super) term: usize,
    /// Whether the case of the letters counts.
    is_exact: bool,
    first: String,
    rest: Vec<(Gap, String)>,
}

/// What separates two words of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Gap {
    /// Spaces, or a hyphen.
    Space,
    Hyphen,
    /// This text.
    Exact(String),
}

/// Returns the words of a spelling as they are compared, or an empty text if it has none. Two spellings of the same words
/// match the same texts, except that a hyphen doesn't match a space.
#[must_use]
pub fn comparable_form(spelling: &str) -> String {
    words(spelling).map(|word| word.lower()).collect::<Vec<_>>().join(" ")
}

impl Form {
    /// Reads a spelling, and returns its first word in lowercase with it.
    pub(super) fn read(spelling: &str, term: usize, is_exact: bool) -> Option<(String, Self)> {
        let found: Vec<Word> = words(spelling).collect();
        let (first, others) = found.split_first()?;
        let as_compared = |word: &Word| if is_exact { word.text.to_owned() } else { word.lower() };
        let rest = found.iter().zip(others).map(|(before, word)| {
            (Gap::read(&spelling[before.span.end..word.span.start]), as_compared(word))
        });
        let form = Self { term, is_exact, first: as_compared(first), rest: rest.collect() };
        Some((first.lower(), form))
    }

    pub(super) fn word_count(&self) -> usize {
        self.rest.len() + 1
    }

    /// Whether these words of a text, beginning with the first one of the form, are the form.
    pub(super) fn begins(&self, found: &[Word], text: &str) -> bool {
        let is_same = |word: &Word, expected: &str| {
            if self.is_exact { word.text == expected } else { word.lower() == *expected }
        };
        let Some((first, others)) = found.split_first() else { return false };
        let following = found.iter().zip(others);
        others.len() >= self.rest.len()
            && is_same(first, &self.first)
            && following.zip(&self.rest).all(|((before, word), (gap, expected))| {
                gap.fits(&text[before.span.end..word.span.start]) && is_same(word, expected)
            })
    }
}

impl Gap {
    fn read(between: &str) -> Self {
        if is_space(between) {
            Self::Space
        } else if is_hyphen(between) {
            Self::Hyphen
        } else {
            Self::Exact(between.to_owned())
        }
    }

    fn fits(&self, between: &str) -> bool {
        match self {
            Self::Space => is_space(between) || is_hyphen(between),
            Self::Hyphen => is_hyphen(between),
            Self::Exact(expected) => between == expected,
        }
    }
}

fn is_space(between: &str) -> bool {
    !between.is_empty() && between.chars().all(char::is_whitespace)
}

fn is_hyphen(between: &str) -> bool {
    let mut signs = between.chars();
    signs.next().is_some_and(|sign| HYPHENS.contains(&sign)) && signs.next().is_none()
}

/// Whether the text between two words makes one word of them.
pub(super) fn joins_words(between: &str) -> bool {
    let mut signs = between.chars();
    match (signs.next(), signs.next()) {
        (None, _) => true,
        (Some(sign), None) => JOINING.contains(&sign),
        _ => false,
    }
}
