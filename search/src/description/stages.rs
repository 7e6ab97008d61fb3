//! The stages that a sentence states: 'stage IIIB', 'CKD stage G3a', 'cT2 N1 M0'.

use std::ops::Range;

use super::cues::{Cue, Meaning};

/// The numbers of stages, longer ones first.
const NUMBERS: [&str; 11] = ["III", "IV", "II", "I", "V", "0", "1", "2", "3", "4", "5"];
/// Words before 'stage' that point at a moment: 'at this stage I feel better'.
const POINTING: [&str; 6] = ["this", "that", "which", "every", "each", "esta"];
/// Signs between the word and the number.
const BETWEEN: [char; 6] = [' ', ':', '=', '-', '#', '\u{a0}'];
/// Lowercase letters before a category: clinical, pathological, after treatment, recurrent, at autopsy.
const PREFIXES: [u8; 5] = *b"cpyra";
/// The categories of the TNM classification with their values.
const CATEGORIES: [(u8, &str); 3] = [(b'T', "01234aix"), (b'N', "0123x"), (b'M', "01x")];
/// How many categories make a classification.
const MIN_CATEGORIES: usize = 2;

/// A stage that a sentence states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stage {
    /// For example `IIIB` or `T2N1M0`.
    pub(super) text: String,
    /// In bytes of the sentence, with its cue.
    pub(super) span: Range<usize>,
    /// Whether it classifies a tumor by size, lymph nodes, and metastases.
    pub(super) is_tnm: bool,
}

/// Returns the stages that words state, in order.
pub(super) fn stages(sentence: &str, cues: &[Cue]) -> Vec<Stage> {
    let stages = cues.iter().filter(|cue| cue.meaning == Meaning::Stage);
    let stages = stages.filter_map(|cue| {
        let before = sentence[..cue.span.start].split_whitespace().next_back().unwrap_or_default();
        if POINTING.contains(&before.to_lowercase().as_str()) {
            return None;
        }
        let rest = sentence[cue.span.end..].trim_start_matches(BETWEEN);
        let (text, length) = number_at(rest)?;
        let end = sentence.len() - rest.len() + length;
        Some(Stage { text, span: cue.span.start..end, is_tnm: false })
    });
    stages.collect()
}

/// Returns the TNM classifications of a sentence, in order.
pub(super) fn classifications(sentence: &str) -> Vec<Stage> {
    let mut found = Vec::new();
    let mut ends = 0;
    for (at, _) in sentence.char_indices() {
        let is_inside = sentence[..at].chars().next_back().is_some_and(char::is_alphanumeric);
        if at < ends || is_inside {
            continue;
        }
        if let Some((text, length)) = classification_at(&sentence[at..]) {
            ends = at + length;
            found.push(Stage { text, span: at..ends, is_tnm: true });
        }
    }
    found
}

/// Reads the number of a stage in capitals, and its length: `IIIB`, `3a`, `III-A`, `IIIC1`, `G3bA2`.
fn number_at(text: &str) -> Option<(String, usize)> {
    let length = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    // 'BCLC stage B'
    if let "A" | "B" | "C" | "D" = &text[..length] {
        return Some((text[..length].to_owned(), length));
    }
    let word = text[..length].to_uppercase();
    let of_kidney = word.strip_prefix('G').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let word = of_kidney.unwrap_or(&word);
    let number = NUMBERS.iter().find(|number| word.starts_with(**number))?;
    let mut letters = word[number.len()..].chars();
    // The albumin in the urine, as in 'G3bA2', isn't part of the stage.
    let part = match (letters.next(), letters.next(), of_kidney.is_some()) {
        (None, ..) | (Some('A'), Some('1'..='3'), true) => String::new(),
        (Some(letter @ ('A' | 'B')), _, true) | (Some(letter @ ('A'..='D' | 'S')), None, _) => {
            letter.to_string()
        }
        (Some(letter @ 'A'..='D'), Some(digit @ '1'..='3'), _) if letters.next().is_none() => {
            format!("{letter}{digit}")
        }
        _ => return None,
    };
    let behind: Vec<char> = text[length..].chars().take(3).collect();
    match (part.is_empty(), behind.as_slice()) {
        (true, ['-', letter @ ('A'..='C'), rest @ ..])
            if !rest.first().is_some_and(|next| next.is_alphanumeric()) =>
        {
            Some((format!("{number}{letter}"), length + 2))
        }
        _ => Some((format!("{number}{part}"), length)),
    }
}

/// Reads the classification at the beginning of a text, and its length: `cT2N1M0`, `pT3 pN0 M0`.
fn classification_at(text: &str) -> Option<(String, usize)> {
    let bytes = text.as_bytes();
    let (mut label, mut end, mut count) = (String::new(), 0, 0);
    for (category, values) in CATEGORIES {
        let rest = &bytes[end..];
        let signs = if count > 0 { rest.iter().take_while(|byte| b" ,/".contains(byte)).count() } else { 0 };
        let prefix = rest[signs..].iter().take_while(|byte| PREFIXES.contains(byte)).count();
        let begin = end + signs + prefix;
        let Some(length) = category_at(&bytes[begin..], category, values) else { continue };
        label.push(char::from(category));
        label.push_str(&text[begin + 1..begin + length].replace('X', "x"));
        end = begin + length;
        count += 1;
    }
    let is_whole = !bytes.get(end).is_some_and(u8::is_ascii_alphanumeric);
    (count >= MIN_CATEGORIES && is_whole).then_some((label, end))
}

/// Returns the length of a category with its value: `T2`, `Tis`, `N1b`, `M1c1`.
fn category_at(bytes: &[u8], category: u8, values: &str) -> Option<usize> {
    let [letter, value, rest @ ..] = bytes else { return None };
    let value = value.to_ascii_lowercase();
    if !letter.eq_ignore_ascii_case(&category) || !values.as_bytes().contains(&value) {
        return None;
    }
    if value == b'i' {
        return rest.first().is_some_and(|next| next.eq_ignore_ascii_case(&b's')).then_some(3);
    }
    // 'N1mi' is a very small one.
    if rest.starts_with(b"mi") {
        return Some(4);
    }
    let has_part = rest.first().is_some_and(|part| (b'a'..=b'e').contains(part));
    let has_number = has_part && rest.get(1).is_some_and(|number| (b'1'..=b'3').contains(number));
    Some(2 + usize::from(has_part) + usize::from(has_number))
}
