//! Street addresses.

use super::token::{Found, Token};

const STREETS: &[&str] = &[
    "street",
    "st",
    "avenue",
    "ave",
    "road",
    "rd",
    "boulevard",
    "blvd",
    "lane",
    "ln",
    "drive",
    "dr",
    "court",
    "ct",
    "place",
    "pl",
    "terrace",
    "parkway",
    "pkwy",
    "highway",
    "hwy",
    "square",
    "sq",
];
/// The most words between a house's number and the kind of its street.
const LONGEST: usize = 4;

/// Street addresses of a text: a number, some words, and the kind of a street.
pub(super) fn found(tokens: &[Token]) -> Vec<Found> {
    let number = |token: &Token| {
        let core = token.core();
        core.len() <= 6 && core.starts_with(|c: char| c.is_ascii_digit()) && !token.ends_sentence()
    };
    let houses = (0..tokens.len()).filter(|at| number(&tokens[*at]));
    houses
        .filter_map(|at| {
            let last = street_after(&tokens[at + 1..])? + at + 1;
            let tail = tokens[last].text.len()
                - tokens[last].text.trim_end_matches(|c: char| !c.is_alphanumeric()).len();
            Some(Found { start: tokens[at].start, end: tokens[last].end() - tail, label: "[address]" })
        })
        .collect()
}

fn street_after(tokens: &[Token]) -> Option<usize> {
    for (at, token) in tokens.iter().enumerate().take(LONGEST + 1) {
        if at > 0 && STREETS.contains(&token.small().as_str()) {
            return Some(at);
        }
        let names = token.core().chars().next().is_some_and(|c| c.is_uppercase() || c.is_numeric());
        if token.ends_sentence() || (!names && at > 1) {
            return None;
        }
    }
    None
}
