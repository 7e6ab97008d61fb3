//! Postal codes with letters, such as those of the United Kingdom and Canada. They are no condition.

use waypoint_gazetteer::postal_code_in;

use super::reading::{Found, Reading};

/// Words before a postal code.
const BEFORE: [&str; 10] =
    ["near", "in", "at", "around", "from", "zip", "code", "postcode", "postal", "cerca"];

/// Returns the first postal code with letters, with the words before it.
pub(super) fn postal_code(reading: &Reading) -> Option<Found<String>> {
    let span = postal_code_in(reading.text)?;
    let begins = reading.tokens.partition_point(|token| token.span.start < span.start);
    let ends = reading.tokens.partition_point(|token| token.span.end <= span.end);
    let steps =
        (1..=begins).take_while(|steps| BEFORE.contains(&reading.word_before(begins, *steps))).count();
    let tokens = begins - steps..ends;
    reading.is_free(tokens.clone()).then(|| Found { value: reading.text[span].to_owned(), tokens })
}
