//! Splits a text into words and numbers.

use std::ops::Range;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

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

const APOSTROPHES: [char; 3] = ['\'', '’', '`'];

/// Returns the tokens of a text: `58F` is a number and a letter, `I'm` is one word.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut span: Option<Range<usize>> = None;
    let mut of_digits = false;
    let mut gap_from = 0;
    for (at, c) in text.char_indices() {
        let after = at + c.len_utf8();
        let joins = APOSTROPHES.contains(&c) || is_combining_mark(c);
        match span.as_mut() {
            Some(open) if joins => open.end = after,
            Some(open) if c.is_alphanumeric() && c.is_ascii_digit() == of_digits => open.end = after,
            _ => {
                if let Some(done) = span.take() {
                    tokens.push(token(text, done.clone(), gap_from));
                    gap_from = done.end;
                }
                if c.is_alphanumeric() {
                    of_digits = c.is_ascii_digit();
                    span = Some(at..after);
                }
            }
        }
    }
    if let Some(done) = span {
        tokens.push(token(text, done, gap_from));
    }
    tokens
}

fn token(text: &str, span: Range<usize>, gap_from: usize) -> Token {
    let typed = text[span.clone()].trim_end_matches(APOSTROPHES);
    let span = span.start..span.start + typed.len();
    let lower: String = typed.to_lowercase().nfc().filter(|c| !APOSTROPHES.contains(c)).collect();
    Token {
        folded: folded(&lower),
        number: lower.parse().ok(),
        gap: text[gap_from..span.start].to_owned(),
        capitals: typed.chars().any(char::is_uppercase) && !typed.chars().any(char::is_lowercase),
        lower,
        span,
    }
}

fn folded(lower: &str) -> String {
    let plain = |c| if c == 'đ' { 'd' } else { c };
    lower.nfkd().filter(|c| !is_combining_mark(*c)).map(plain).collect()
}

impl Token {
    /// Whether it directly follows the previous token.
    pub(super) fn is_attached(&self) -> bool {
        self.gap.is_empty()
    }

    /// Whether a period ends the sentence before it. After short words such as 'St.' it doesn't.
    pub(super) fn begins_sentence(&self, before: Option<&Self>) -> bool {
        self.gap.starts_with(". ") && before.is_some_and(|before| before.lower.chars().count() > 3)
    }

    /// Whether punctuation separates it from the previous token.
    pub(super) fn is_apart(&self) -> bool {
        self.gap.contains([',', ';', '.', '!', '?', ':', '(', ')', '\n'])
    }
}
