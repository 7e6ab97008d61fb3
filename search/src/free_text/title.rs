//! Titles before a person's name: 'Dr. Jane Smith'. Studies name investigators without them.

use std::{ops::Range, sync::LazyLock};

use super::{reading::Reading, token::Token};

const WORDS: &str = include_str!("../../data/personal_titles.txt");

static TITLES: LazyLock<Vec<(&'static str, ())>> =
    LazyLock::new(|| WORDS.lines().map(|title| (title, ())).collect());

/// Returns the tokens of titles, of which a person may have several: 'Prof. Dr. Jane Smith'.
pub(super) fn titles(reading: &Reading) -> Vec<Range<usize>> {
    let mut titles: Vec<Range<usize>> = Vec::new();
    // A title is recognized by what follows it.
    for at in (0..reading.tokens.len()).rev() {
        let Some((length, ())) = reading.longest_at(at, &TITLES) else { continue };
        let end = at + length;
        let is_before_title = titles.last().is_some_and(|next| next.start == end);
        let is_title =
            reading.is_free(at..end) && !reading.is_in_name(at..end) && !is_abbreviation(reading, at);
        if is_title && (is_before_title || begins_name(reading, end)) {
            titles.push(at..end);
        }
    }
    titles
}

/// Whether the word at a token may be a person's name: it is no everyday word, and names no condition.
fn begins_name(reading: &Reading, at: usize) -> bool {
    let is_joined = |token: &Token| [" ", ". ", "."].contains(&token.gap.as_str()) && token.number.is_none();
    reading.get(at).is_some_and(is_joined)
        && reading.is_free(at..at + 1)
        && !reading.has_plain(at..at + 1)
        && !reading.is_named(at..at + 1)
}

/// 'DR' within other words is diabetic retinopathy, and no title.
fn is_abbreviation(reading: &Reading, at: usize) -> bool {
    let has_period = reading.get(at + 1).is_some_and(|next| next.gap.starts_with('.'));
    reading.get(at).is_some_and(|token| token.capitals) && !reading.is_shouted && !has_period
}
