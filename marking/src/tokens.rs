//! A line as words and signs.

use waypoint_vocabulary::fold::words;

/// A word or a sign of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    /// In small letters, as it is written.
    pub(crate) written: String,
    /// As it is compared: without accents, in the singular.
    pub(crate) folded: String,
    /// Whether it is a word or a number.
    pub(crate) is_word: bool,
    /// Whether no space parts it from what stands before and behind it.
    pub(crate) is_glued: bool,
}

/// Dashes of every length are one.
const DASHES: [char; 6] = ['-', '‐', '‑', '–', '—', '−'];

/// The words and signs of a line, in its order.
pub(crate) fn tokens(line: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    for word in words(line) {
        signs(line, at, word.span.start, &mut tokens);
        at = word.span.end;
        tokens.push(Token { written: word.exact, folded: word.folded, is_word: true, is_glued: false });
    }
    signs(line, at, line.len(), &mut tokens);
    tokens
}

fn signs(line: &str, from: usize, until: usize, tokens: &mut Vec<Token>) {
    let Some(between) = line.get(from..until) else { return };
    let is_glued = !between.contains(char::is_whitespace) && from > 0 && until < line.len();
    for sign in between.chars().filter(|c| !c.is_whitespace()) {
        let sign = if DASHES.contains(&sign) { '-' } else { sign }.to_string();
        tokens.push(Token { written: sign.clone(), folded: sign, is_word: false, is_glued });
    }
}

/// The words that are compared of a name: folded, without those that say nothing.
pub(crate) fn key(text: &str) -> Vec<String> {
    words(text).into_iter().map(|word| word.folded).filter(|word| says_something(word)).collect()
}

/// Whether a folded word counts where names are compared.
pub(crate) fn says_something(word: &str) -> bool {
    !matches!(word, "of" | "the" | "a" | "an")
}

/// Whether words stand side by side in others.
pub(crate) fn contains(all: &[String], some: &[String]) -> bool {
    !some.is_empty() && all.windows(some.len()).any(|window| window == some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_stand_between_words_and_a_dash_within_a_word_is_told_from_one_between_words() {
        let read = |line: &str| -> Vec<(String, bool)> {
            tokens(line).into_iter().map(|token| (token.written, token.is_glued)).collect()
        };
        let plain = |words: &[(&str, bool)]| -> Vec<(String, bool)> {
            words.iter().map(|(word, glued)| ((*word).to_owned(), *glued)).collect()
        };
        assert_eq!(read("COVID-19"), plain(&[("covid", false), ("-", true), ("19", false)]));
        assert_eq!(
            read("Age – 18 (≥)"),
            plain(&[("age", false), ("-", false), ("18", false), ("(", false), ("≥", false), (")", false)])
        );
    }
}
