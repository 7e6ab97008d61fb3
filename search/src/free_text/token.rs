//! Splits a text into words and numbers.

use std::ops::Range;

use waypoint_text::{Word, is_apostrophe, words};

/// A word or a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    /// In lowercase, with accents.
    pub(super) lower: String,
    /// In lowercase, without accents.
    pub(super) folded: String,
    /// The position in the text, in bytes.
    pub(super) span: Range<usize>,
    /// The value, if it is a number.
    pub(super) number: Option<u32>,
    /// The text between the previous token and this one.
    pub(super) gap: String,
    /// Whether it has capitals and no lowercase letters.
    pub(super) capitals: bool,
}

/// Returns the tokens of a text: `58F` is a number and a letter, `I'm` is one word.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    for word in words(text) {
        for span in pieces(&word) {
            let gap = match tokens.last() {
                // An apostrophe behind a word, as in `patients' rights`, belongs to it.
                Some(before) => text[before.span.end..span.start].trim_start_matches(is_apostrophe),
                None => &text[..span.start],
            };
            tokens.push(token(text, span, gap));
        }
    }
    tokens
}

/// Divides a word where digits and letters meet. Apostrophes and marks belong to the piece before them.
fn pieces(word: &Word) -> Vec<Range<usize>> {
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let mut of_digits = None;
    for (at, c) in word.text.char_indices().filter(|(_, c)| c.is_alphanumeric() && !is_apostrophe(*c)) {
        let start = word.span.start + at;
        if of_digits != Some(c.is_ascii_digit()) {
            if let Some(before) = pieces.last_mut() {
                before.end = start;
            }
            of_digits = Some(c.is_ascii_digit());
            pieces.push(start..word.span.end);
        }
    }
    pieces
}

fn token(text: &str, span: Range<usize>, gap: &str) -> Token {
    let typed = text[span.clone()].trim_end_matches(is_apostrophe);
    let span = span.start..span.start + typed.len();
    let word = Word { text: typed, span: span.clone() };
    let lower = word.lower();
    Token {
        folded: word.folded(),
        number: lower.parse().ok(),
        gap: gap.to_owned(),
        capitals: typed.chars().any(char::is_uppercase) && !typed.chars().any(char::is_lowercase),
        lower,
        span,
    }
}

impl Token {
    /// Whether it directly follows the previous token.
    pub(super) fn is_attached(&self) -> bool {
        self.gap.is_empty()
    }

    /// Whether a period ends the sentence before it. After short words such as 'St.' it doesn't, but shortened words have no
    /// accents: 'ung thư vú. Tôi'.
    pub(super) fn begins_sentence(&self, before: Option<&Self>) -> bool {
        let is_whole = |before: &Self| before.lower.chars().count() > 3 || !before.lower.is_ascii();
        self.gap.starts_with(". ") && before.is_some_and(is_whole)
    }

    /// Whether punctuation separates it from the previous token.
    pub(super) fn is_apart(&self) -> bool {
        self.gap.contains([',', ';', '.', '!', '?', ':', '(', ')', '\n'])
    }
}
