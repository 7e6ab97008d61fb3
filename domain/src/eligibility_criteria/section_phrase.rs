//! The words that name a section, such as `Exclusion Criteria`.

use waypoint_text::{edit_distance, is_apostrophe};

use super::words::is_title;

/// The section that a heading opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Announces {
    Inclusion,
    Exclusion,
    /// Both in one list.
    Both,
    /// What happens to those who joined, such as when they withdraw.
    Neither,
    /// Eligibility, without saying for which list.
    Eligibility,
}

/// Words that name a section.
#[derive(Debug, Clone, Copy)]
pub(super) struct Phrase {
    pub(super) announces: Announces,
    /// The position of the phrase in the line, in bytes.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether the word 'criteria' is among them.
    pub(super) is_full: bool,
}

impl Phrase {
    /// Reads the phrase that begins with the first of these words of a line.
    pub(super) fn at(line: &str, words: &[(usize, &str)]) -> Option<Self> {
        let is_joined = |i: usize| {
            words.get(i).is_some_and(|(start, _)| {
                let (before, word) = words[i - 1];
                line[before + word.len()..*start]
                    .chars()
                    .all(|c| c.is_whitespace() || is_apostrophe(c) || "-/&".contains(c))
            })
        };
        let lower: Vec<String> = (0..words.len().min(5))
            .take_while(|i| *i == 0 || is_joined(*i))
            .map(|i| words[i].1.to_lowercase())
            .collect();
        let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
        // 'Reason for exclusion: none' is a criterion.
        if lower[0].starts_with("reason") && !line.ends_with(':') {
            return None;
        }
        let (announces, length) = section(&lower)?;
        let begins_with_criteria = is_criteria(lower[0]) || lower[0].starts_with("reason");
        let is_full = begins_with_criteria || lower.get(length).is_some_and(|word| is_criteria(word));
        let length = length + usize::from(is_full && !begins_with_criteria);
        let (last, word) = words[length - 1];
        Some(Self { announces, start: words[0].0, end: last + word.len(), is_full })
    }

    pub(super) fn is_capitalized(&self, line: &str) -> bool {
        line[self.start..].starts_with(char::is_uppercase)
    }

    /// Whether all words of the phrase are capitalized.
    pub(super) fn is_title(&self, line: &str) -> bool {
        is_title(&line[self.start..self.end])
    }
}

/// Returns the section that the first words name, and the number of these words before any 'criteria'.
fn section(words: &[&str]) -> Option<(Announces, usize)> {
    let pair = |one: &str, other: &str| side(one).is_some() && side(other).is_some();
    match words {
        ["non", "inclusion" | "eligibility", ..] => Some((Announces::Exclusion, 2)),
        ["ineligibility" | "noninclusion", ..] => Some((Announces::Exclusion, 1)),
        ["eligibility", ..] => Some((Announces::Eligibility, 1)),
        ["criteria", "for" | "of", "non", "inclusion", ..] => Some((Announces::Exclusion, 4)),
        ["criteria", "for" | "of", "noninclusion", ..] => Some((Announces::Exclusion, 3)),
        ["criteria", "for" | "of", word, ..] => side(word).map(|side| (side, 3)),
        ["reason" | "reasons", "for", word] => side(word).map(|side| (side, 3)),
        [one, first, "and" | "or", other, ..] if is_criteria(first) && pair(one, other) => {
            Some((Announces::Both, 4))
        }
        [one, first, other, ..] if is_criteria(first) && pair(one, other) => Some((Announces::Both, 3)),
        [one, "and" | "or", other, ..] if pair(one, other) => Some((Announces::Both, 3)),
        [one, other, ..] if pair(one, other) => Some((Announces::Both, 2)),
        [word, ..] => side(word).map(|side| (side, 1)),
        [] => None,
    }
}

/// Returns the section that a word names, with at most one typo.
fn side(word: &str) -> Option<Announces> {
    let is_one_of = |names: [&str; 3]| names.iter().any(|name| is_or_misspells(word, name));
    if is_one_of(["inclusion", "inclusions", "inclusionary"]) {
        Some(Announces::Inclusion)
    } else if is_one_of(["exclusion", "exclusions", "exclusionary"]) {
        Some(Announces::Exclusion)
    } else {
        None
    }
}

fn is_or_misspells(word: &str, name: &str) -> bool {
    word.chars().next() == name.chars().next() && edit_distance(word, name) <= 1
}

/// Whether a word is 'criteria', with at most one typo.
pub(super) fn is_criteria(word: &str) -> bool {
    ["criteria", "criterion", "criterium"].iter().any(|name| is_or_misspells(word, name))
}
