//! Finds sentences that call a sign-up or an acknowledgement a signature or a consent to the study.

use std::{ops::Range, sync::LazyLock};

use serde::Deserialize;

/// The words of such sentences, in lower case.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    acts: Vec<String>,
    claims: Vec<String>,
    exceptions: Vec<String>,
}

static WORDS: LazyLock<Words> =
    LazyLock::new(|| toml::from_str(include_str!("../../../data/acknowledgement.toml")).unwrap_or_default());

/// Returns the ranges of all sentences that call a sign-up or an acknowledgement a signature or a consent to the study.
#[must_use]
pub fn misleading_claims(text: &str) -> Vec<Range<usize>> {
    // Most texts make no claim at all.
    if !has_any(&plain(text), &WORDS.claims) {
        return Vec::new();
    }
    sentences(text).into_iter().filter(|range| is_misleading(&text[range.clone()])).collect()
}

fn is_misleading(sentence: &str) -> bool {
    let plain = plain(sentence);
    has_any(&plain, &WORDS.acts) && has_any(&plain, &WORDS.claims) && !has_any(&plain, &WORDS.exceptions)
}

fn has_any(plain: &str, words: &[String]) -> bool {
    words.iter().any(|word| plain.contains(word.as_str()))
}

/// A text in lower case and in one line. Line breaks and markup may separate words.
fn plain(text: &str) -> String {
    let letters: String = text.chars().filter(|letter| !matches!(letter, '*' | '_' | '[' | ']')).collect();
    letters.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase() + " "
}

/// The ranges between ends of sentences and blank lines.
fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        let is_end = match letter {
            '.' | '!' | '?' | ':' | '"' => next.is_none_or(|next| next.is_whitespace() || next == '<'),
            '\n' => next == Some('\n'),
            '<' | '>' | '{' | '}' => true,
            _ => false,
        };
        if is_end {
            found.push(start..at + letter.len_utf8());
            start = at + letter.len_utf8();
        }
    }
    found.push(start..text.len());
    found.into_iter().map(|range| trimmed(text, range)).filter(|range| !range.is_empty()).collect()
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + part.len() - part.trim_start().len();
    start..start + part.trim().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sign_up_is_never_called_a_signature_or_a_consent_to_the_study() {
        let table = [
            ("When you sign up, you consent to take part in the study.", true),
            ("Tick this box as your electronic signature.", true),
            ("By acknowledging the notice\nyou give your [informed consent](/x).", true),
            ("I acknowledge and agree to participate in this study", true),
            ("When you sign up, you ask a study team to call you.", false),
            ("Signing up is not informed consent.", false),
            ("You sign up first. Later, you give informed consent to the study.", false),
            ("You join only when you sign the consent form.", false),
        ];
        for (text, is_misleading) in table {
            assert_eq!(!misleading_claims(text).is_empty(), is_misleading, "{text}");
        }
    }

    #[test]
    fn range_covers_the_sentence_alone() {
        let text = "Welcome.\n\nYou sign up, which is your signature. Thanks.";
        let ranges = misleading_claims(text);
        assert_eq!(&text[ranges[0].clone()], "You sign up, which is your signature.");
        assert_eq!(ranges.len(), 1);
    }
}
