//! Postal codes with letters, such as those of the United Kingdom and Canada. They are no condition.

use std::ops::Range;

use waypoint_gazetteer::{Gazetteer, LetteredCode, Place, PlaceKind, lettered_codes};

use super::reading::{Found, Reading};

/// Words before a postal code.
const BEFORE: [&str; 10] =
    ["near", "in", "at", "around", "from", "zip", "code", "postcode", "postal", "cerca"];
/// Those of them that are before nothing else with digits: 'in 2015 MS' is no code.
const ONLY_BEFORE_PLACES: [&str; 6] = ["near", "zip", "code", "postcode", "postal", "cerca"];
/// The maximum number of words of a town beside a code.
const MAX_TOWN_WORDS: usize = 4;

/// A postal code with letters.
pub(super) struct PostalCode {
    /// The code as typed, with the words around it.
    pub(super) code: Found<String>,
    /// The town beside it.
    pub(super) town: Option<Place>,
}

/// Returns the first postal code with letters. One that may also be something else counts only behind a word such as 'near',
/// and beside a town of its country.
pub(super) fn postal_code(reading: &Reading, gazetteer: &Gazetteer) -> Option<PostalCode> {
    lettered_codes(reading.text).into_iter().find_map(|code| read_code(reading, gazetteer, &code))
}

fn read_code(reading: &Reading, gazetteer: &Gazetteer, code: &LetteredCode) -> Option<PostalCode> {
    let begins = reading.tokens.partition_point(|token| token.span.start < code.span.start);
    let ends = reading.tokens.partition_point(|token| token.span.end <= code.span.end);
    if !reading.is_free(begins..ends) || reading.is_named(begins..ends) {
        return None;
    }
    let town = town_beside(reading, gazetteer, code, &(begins..ends));
    let (whole, town) = town.map_or((begins..ends, None), |(tokens, place)| {
        (tokens.start.min(begins)..tokens.end.max(ends), Some(place))
    });
    let is_behind = |words: &[&str], steps: usize| words.contains(&reading.word_before(whole.start, steps));
    let steps = (1..=whole.start).take_while(|steps| is_behind(&BEFORE, *steps)).count();
    let is_meant = code.is_certain || town.is_some() || is_behind(&ONLY_BEFORE_PLACES, 1);
    let tokens = whole.start - steps..whole.end;
    let value = reading.text[code.span.clone()].to_owned();
    (is_meant && reading.is_free(tokens.clone()))
        .then_some(PostalCode { code: Found { value, tokens }, town })
}

/// Returns the town of the country of a code before or behind it.
fn town_beside(
    reading: &Reading,
    gazetteer: &Gazetteer,
    code: &LetteredCode,
    tokens: &Range<usize>,
) -> Option<(Range<usize>, Place)> {
    let behind = (1..=MAX_TOWN_WORDS).rev().map(|length| tokens.end..tokens.end + length);
    let before =
        (1..=MAX_TOWN_WORDS.min(tokens.start)).rev().map(|length| tokens.start - length..tokens.start);
    behind.chain(before).filter(|town| town.end <= reading.tokens.len()).find_map(|town| {
        let named = gazetteer.read_exactly(&reading.text[reading.span(town.clone())]);
        let is_town = |place: &Place| {
            place.kind == PlaceKind::City
                && place.country.as_str() == code.country
                && reading.is_free(town.clone())
        };
        let place = named.into_iter().map(|named| named.place).find(is_town)?;
        Some((town, place))
    })
}
