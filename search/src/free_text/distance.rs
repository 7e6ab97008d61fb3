//! The distance that a visitor would travel.

use std::ops::Range;

use super::{number::number_at, reading::Reading};

/// A distance in a text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Distance {
    pub(super) km: f64,
    pub(super) tokens: Range<usize>,
    /// Whether it ends with a word such as 'of', so that a place should follow.
    pub(super) leads_to_place: bool,
    /// Whether a word such as 'within' makes it a limit.
    pub(super) is_bound: bool,
}

const MILE_KM: f64 = 1.609_344;
/// Half the circumference of the Earth.
const FARTHEST: f64 = 20_000.0;

const UNITS: [(&str, f64); 20] = [
    ("mile", MILE_KM),
    ("miles", MILE_KM),
    ("mi", MILE_KM),
    ("milla", MILE_KM),
    ("millas", MILE_KM),
    ("dam", MILE_KM),
    ("dặm", MILE_KM),
    ("km", 1.0),
    ("kms", 1.0),
    ("k m", 1.0),
    ("kilometer", 1.0),
    ("kilometers", 1.0),
    ("kilometre", 1.0),
    ("kilometres", 1.0),
    ("kilometro", 1.0),
    ("kilometros", 1.0),
    ("cay so", 1.0),
    ("cây số", 1.0),
    ("ki lo met", 1.0),
    ("kilomet", 1.0),
];

const BEFORE: [(&str, ()); 20] = [
    ("within", ()),
    ("within about", ()),
    ("in a radius of", ()),
    ("less than", ()),
    ("not more than", ()),
    ("no more than", ()),
    ("no farther than", ()),
    ("up to", ()),
    ("under", ()),
    ("a menos de", ()),
    ("menos de", ()),
    ("dentro de", ()),
    ("a no mas de", ()),
    ("en un radio de", ()),
    ("hasta", ()),
    ("a", ()),
    ("trong vong", ()),
    ("trong ban kinh", ()),
    ("cach", ()),
    ("duoi", ()),
];

const AFTER: [(&str, ()); 20] = [
    ("of", ()),
    ("from", ()),
    ("away from", ()),
    ("around", ()),
    ("outside", ()),
    ("outside of", ()),
    ("radius", ()),
    ("radius of", ()),
    ("radius from", ()),
    ("radius around", ()),
    ("or less from", ()),
    ("de", ()),
    ("a la redonda de", ()),
    ("alrededor de", ()),
    ("del centro de", ()),
    ("quanh", ()),
    ("tu", ()),
    ("từ", ()),
    ("cach", ()),
    ("near", ()),
];

/// Returns the distance in a text. '5 miles' alone may be a walk; 'within 5 miles' and '5 miles from' are distances.
pub(super) fn distance(reading: &Reading) -> Option<Distance> {
    (0..reading.tokens.len()).find_map(|at| distance_at(reading, at))
}

fn distance_at(reading: &Reading, at: usize) -> Option<Distance> {
    let number = number_at(reading, at)?;
    let (length, km) = reading.longest_at(number.tokens.end, &UNITS)?;
    let value = f64::from(number.value) * km;
    let mut ends = number.tokens.end + length;
    let begins = (1..=4.min(at))
        .rev()
        .find(|steps| reading.longest_at(at - steps, &BEFORE).is_some_and(|(length, ())| length == *steps));
    let after = reading.longest_at(ends, &AFTER);
    let leads_to_place = after.is_some();
    ends += after.map_or(0, |(length, ())| length);
    let is_bound = begins.is_some_and(|steps| reading.word(at - steps) != "a");
    let tokens = at - begins.unwrap_or(0)..ends;
    let is_right = !number.is_attached && value > 0.0 && value <= FARTHEST && reading.is_free(tokens.clone());
    ((is_bound || leads_to_place) && is_right).then_some(Distance {
        km: value,
        tokens,
        leads_to_place,
        is_bound,
    })
}
