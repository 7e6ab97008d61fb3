//! Places in the words of a search: at the beginning, at the end, or alone.

use std::ops::Range;

use waypoint_gazetteer::{Gazetteer, Place, PlaceKind};
use waypoint_text::words;

/// The maximum number of places that a part of the words may mean.
const MAX_PLACES: usize = 5;
/// The maximum number of words that name a place.
const MAX_PLACE_WORDS: usize = 6;

/// A place that a part of the words names.
#[derive(Debug, Clone)]
pub(super) struct Reading {
    pub(super) place: Place,
    /// The words that name the place, by their positions.
    named: Range<usize>,
    count: usize,
    /// Whether these words mean no other place more often.
    pub(super) is_likeliest: bool,
}

impl Reading {
    /// Whether all words name the place.
    pub(super) fn is_whole(&self) -> bool {
        self.named.len() == self.count
    }

    /// The other words.
    pub(super) fn rest(&self, typed: &[String]) -> Vec<String> {
        let others = typed.iter().enumerate().filter(|(at, _)| !self.named.contains(at));
        others.map(|(_, word)| word.clone()).collect()
    }
}

/// Returns the possible places, those named by most of the words first. Only the exact spelling counts.
pub(super) fn readings(text: &str, gazetteer: &Gazetteer, typed: &[String]) -> Vec<Reading> {
    let spans: Vec<Range<usize>> =
        words(text).filter(|word| !word.folded().is_empty()).map(|word| word.span).collect();
    let count = typed.len().min(spans.len());
    let mut found = Vec::new();
    for length in (1..=count.min(MAX_PLACE_WORDS)).rev() {
        let parts = [count - length..count, 0..length];
        let distinct = if length == count { 1 } else { 2 };
        for named in parts.into_iter().take(distinct) {
            let part = &text[spans[named.start].start..spans[named.end - 1].end];
            let places = gazetteer
                .zip(part)
                .into_iter()
                .chain(gazetteer.read_exactly(part).into_iter().map(|named| named.place));
            let places = places.filter(|place| place.kind != PlaceKind::Country).take(MAX_PLACES);
            found.extend(places.enumerate().map(|(at, place)| Reading {
                place,
                named: named.clone(),
                count,
                is_likeliest: at == 0,
            }));
        }
    }
    found
}
