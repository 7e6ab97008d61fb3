//! Numbers that may be ages or distances.

use std::ops::Range;

use super::reading::Reading;

/// A number in digits or words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) value: u32,
    pub(super) tokens: Range<usize>,
    /// Whether it is spelled out.
    pub(super) is_spelled_out: bool,
    /// Whether it directly follows letters, as in `F58` or `CD19`.
    pub(super) is_attached: bool,
}

const SMALL: [&str; 19] = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// Returns the numbers of a text, except in names such as COVID-19 and in fractions.
pub(super) fn numbers(reading: &Reading) -> Vec<Number> {
    (0..reading.tokens.len()).filter_map(|at| number_at(reading, at)).collect()
}

/// Returns the number that begins at a token.
pub(super) fn number_at(reading: &Reading, at: usize) -> Option<Number> {
    let token = reading.get(at)?;
    let Some(value) = token.number else { return spelled_out(reading, at) };
    let before = at.checked_sub(1).and_then(|before| reading.get(before));
    let joins = |gap: &str| [".", ",", "-", "_", "#"].contains(&gap);
    let of_name = before.is_some_and(|before| before.number.is_none() && joins(&token.gap));
    let of_fraction =
        before.is_some_and(|before| before.number.is_some() && [".", ","].contains(&token.gap.as_str()));
    let next_is_fraction = reading
        .get(at + 1)
        .is_some_and(|next| next.number.is_some() && [".", ",", "/"].contains(&next.gap.as_str()));
    if of_name || of_fraction || next_is_fraction {
        return None;
    }
    let is_attached = before.is_some() && token.is_attached();
    Some(Number { value, tokens: at..at + 1, is_spelled_out: false, is_attached })
}

fn spelled_out(reading: &Reading, at: usize) -> Option<Number> {
    let small = |at: usize| position_of(reading.word(at), &SMALL).map(|place| place + 1);
    let tens = |at: usize| position_of(reading.word(at), &TENS).map(|place| 10 * (place + 2));
    // The second word of a number doesn't begin another one.
    if at > 0 && tens(at - 1).is_some() && small(at).is_some_and(|small| small < 10) {
        return None;
    }
    let number =
        |value, length| Number { value, tokens: at..at + length, is_spelled_out: true, is_attached: false };
    match (tens(at), small(at + 1).filter(|small| *small < 10), small(at)) {
        (Some(tens), Some(small), _) => Some(number(tens + small, 2)),
        (Some(value), None, _) | (None, _, Some(value)) => Some(number(value, 1)),
        (None, _, None) => None,
    }
}

fn position_of(word: &str, words: &[&str]) -> Option<u32> {
    words.iter().zip(0..).find(|(known, _)| **known == word).map(|(_, place)| place)
}
