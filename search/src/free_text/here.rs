//! Phrases for where the person is: 'near me', 'close to home'. They name no place.

use std::ops::Range;

use super::reading::Reading;

/// Phrases for where the person is.
const HERE: [(&str, ()); 32] = [
    ("near me", ()),
    ("near to me", ()),
    ("nearest me", ()),
    ("nearest to me", ()),
    ("close to me", ()),
    ("closest to me", ()),
    ("around me", ()),
    ("around here", ()),
    ("near here", ()),
    ("near home", ()),
    ("near my home", ()),
    ("near my house", ()),
    ("near my place", ()),
    ("near my location", ()),
    ("near where i live", ()),
    ("close to home", ()),
    ("close to my home", ()),
    ("close to my house", ()),
    ("close to where i live", ()),
    ("in my area", ()),
    ("in my city", ()),
    ("in my town", ()),
    ("where i live", ()),
    ("cerca de mi", ()),
    ("cerca de casa", ()),
    ("cerca de mi casa", ()),
    ("donde vivo", ()),
    ("en mi zona", ()),
    ("gần tôi", ()),
    ("gan toi", ()),
    ("gần nhà", ()),
    ("gần đây", ()),
];

/// Returns the tokens of each such phrase. 'Cerca de mi' alone also begins 'cerca de mi casa'.
pub(super) fn here(reading: &Reading) -> Vec<Range<usize>> {
    let at = |at: usize| reading.longest_at(at, &HERE).map(|(length, ())| at..at + length);
    let is_whole =
        |tokens: &Range<usize>| reading.is_free(tokens.clone()) && !reading.is_named(tokens.clone());
    (0..reading.tokens.len()).filter_map(at).filter(is_whole).collect()
}
