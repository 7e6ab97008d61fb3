//! Titles before a person's name: 'Dr. Jane Smith'. Studies name investigators without them.

use std::{ops::Range, sync::LazyLock};

use waypoint_domain::given_names::is_given_name;
use waypoint_vocabulary::fold::words;

use super::{reading::Reading, token::Token};

/// The maximum number of words of a name behind a title.
const MAX_NAME_WORDS: usize = 3;

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

/// Returns the words of people's names, folded: those behind a title, and a given name with the word behind it.
pub(super) fn people(reading: &Reading, titles: &[Range<usize>]) -> Vec<String> {
    let after_title = titles
        .iter()
        .flat_map(|title| (title.end..title.end + MAX_NAME_WORDS).take_while(|at| begins_name(reading, *at)));
    let with_given = (0..reading.tokens.len()).filter(|at| {
        is_given_name(reading.word(*at)) && reading.is_free(*at..*at + 1) && begins_name(reading, at + 1)
    });
    let tokens = after_title.chain(with_given.flat_map(|given| [given, given + 1]));
    let words_at = |at: usize| words(&reading.text[reading.span(at..at + 1)]);
    tokens.flat_map(words_at).map(|word| word.folded).collect()
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
