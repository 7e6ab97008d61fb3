//! When something was, in the life of the person: 'asthma as a child', 'diagnosed at 12'. It states no age of today.

use std::{ops::Range, sync::LazyLock};

use waypoint_text::{Table, table};

use super::{age_unit::unit_at, number::number_at, reading::Reading};

const WORDS: Table<2> = table!("../../data/past_times.tsv", ["words", "role"]);

/// The maximum number of words such as 'now'.
const MAX_NOW: usize = 2;

/// The words about a time of life, by what they say of the number next to them.
struct Phrases {
    /// They name the time themselves: 'as a child'.
    whole: List,
    /// The number behind them is an age in the past: 'diagnosed at'.
    before: List,
    /// The number before them is one: 'when diagnosed'.
    after: List,
    /// The number next to them is an age of today: 'now'.
    now: List,
}

type List = Vec<(&'static str, ())>;

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let list = |role: &str| {
        let rows = WORDS.rows().filter(|[_, of]| *of == role);
        rows.map(|[words, _]| (words, ())).collect()
    };
    Phrases { whole: list("past"), before: list("before"), after: list("after"), now: list("now") }
});

/// Returns the tokens of times in the past.
pub(super) fn past_times(reading: &Reading) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while at < reading.tokens.len() {
        let tokens = past_time_at(reading, at).filter(|tokens| reading.is_free(tokens.clone()));
        at = tokens.as_ref().map_or(at + 1, |tokens| tokens.end);
        found.extend(tokens);
    }
    found
}

fn past_time_at(reading: &Reading, at: usize) -> Option<Range<usize>> {
    let length = |at: usize, phrases: &List| reading.longest_at(at, phrases).map(|(length, ())| length);
    if let Some(length) = length(at, &PHRASES.whole) {
        return Some(at..at + length);
    }
    if let Some(length) = length(at, &PHRASES.before)
        && let Some(number) = number_at(reading, at + length)
    {
        return Some(at..end_of_age(reading, number.tokens.end));
    }
    let number = number_at(reading, at)?;
    let end = end_of_age(reading, number.tokens.end);
    let length = length(end, &PHRASES.after)?;
    let was = reading.word_before(at, 1) == "was";
    Some(at - usize::from(was)..end + length)
}

/// Returns the end of an age with its unit and 'old'.
fn end_of_age(reading: &Reading, end: usize) -> usize {
    let end = unit_at(reading, end).map_or(end, |(_, end)| end);
    end + usize::from(["old", "yo"].contains(&reading.word(end)))
}

/// Whether a word such as 'now' ends before a token.
pub(super) fn follows_now(reading: &Reading, at: usize) -> bool {
    now_before(reading, at).is_some()
}

/// Whether a word such as 'now' begins at a token.
pub(super) fn begins_now(reading: &Reading, at: usize) -> bool {
    reading.longest_at(at, &PHRASES.now).is_some()
}

/// Returns the tokens of words such as 'now' next to an age.
pub(super) fn now_beside(reading: &Reading, age: &Range<usize>) -> Vec<Range<usize>> {
    let after = reading.longest_at(age.end, &PHRASES.now).map(|(length, ())| age.end..age.end + length);
    now_before(reading, age.start).into_iter().chain(after).collect()
}

fn now_before(reading: &Reading, at: usize) -> Option<Range<usize>> {
    (1..=MAX_NOW).rev().find_map(|steps| {
        let start = at.checked_sub(steps)?;
        let (length, ()) = reading.longest_at(start, &PHRASES.now)?;
        (length == steps).then_some(start..at)
    })
}
