//! The shapes of postal codes. The gazetteer has the places of those of the United States and Canada.

use std::ops::Range;

/// The shapes of codes with letters, whose first part is a word of its own: `A` is a letter, `0` a digit. They are those of
/// the United Kingdom and of Canada.
const WITH_LETTERS: [(&str, &str); 7] = [
    ("A0", "0AA"),
    ("A00", "0AA"),
    ("A0A", "0AA"),
    ("AA0", "0AA"),
    ("AA00", "0AA"),
    ("AA0A", "0AA"),
    ("A0A", "0A0"),
];
/// The numbers of digits of codes without letters.
const DIGITS: [usize; 3] = [4, 5, 6];
/// The maximum number of letters of a country before the digits: `D-10115`.
const MAX_LETTERS_OF_COUNTRY: usize = 2;

/// Returns the first postal code with letters in a text, in bytes: `SW1A 1AA`, `M5V 2T6`.
#[must_use]
pub fn postal_code_in(text: &str) -> Option<Range<usize>> {
    let words: Vec<waypoint_text::Word> = waypoint_text::words(text).collect();
    let span_of = |first: &Range<usize>, last: &Range<usize>| first.start..last.end;
    words.windows(2).find_map(|pair| {
        let [first, last] = pair else { return None };
        let is_gap = &text[first.span.end..last.span.start] == " ";
        let is_code =
            WITH_LETTERS.iter().any(|(one, other)| has_shape(first.text, one) && has_shape(last.text, other));
        (is_gap && is_code).then(|| span_of(&first.span, &last.span))
    })
}

/// Whether a text has the shape of a postal code of some country: `10115`, `D-10115`, `SW1A 1AA`, `1012 AB`.
#[must_use]
pub fn is_postal_code(text: &str) -> bool {
    let text = text.trim();
    let (letters, digits): (Vec<char>, Vec<char>) =
        text.chars().filter(|c| c.is_alphanumeric()).partition(|c| c.is_alphabetic());
    let is_numeric = DIGITS.contains(&digits.len()) && letters.len() <= MAX_LETTERS_OF_COUNTRY;
    let joined = WITH_LETTERS.iter().any(|(one, other)| has_shape(text, &format!("{one}{other}")));
    is_numeric || joined || postal_code_in(text).is_some_and(|span| span == (0..text.len()))
}

fn has_shape(text: &str, shape: &str) -> bool {
    text.len() == shape.len()
        && text.bytes().zip(shape.bytes()).all(|(byte, shape)| {
            if shape == b'0' { byte.is_ascii_digit() } else { byte.is_ascii_alphabetic() }
        })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;

    #[test]
    fn codes_with_letters_are_found_in_a_text() {
        for (text, code) in [
            ("asthma SW1A 1AA", Some("SW1A 1AA")),
            ("asthma near m1 1ae please", Some("m1 1ae")),
            ("M5V 2T6", Some("M5V 2T6")),
            ("lung cancer KRAS G12C", None),
            ("CD19 CAR-T", None),
            ("10115", None),
        ] {
            assert_eq!(postal_code_in(text).map(|span| &text[span]), code, "{text}");
        }
    }

    #[test]
    fn shapes_of_many_countries_are_postal_codes() {
        for text in
            ["10115", "D-10115", "75001", "SW1A 1AA", "SW1A1AA", "1012 AB", "M5V 2T6", "110001", "2000"]
        {
            assert!(is_postal_code(text), "{text}");
        }
        for text in ["Atlantis", "New York", "Paris 75001 France", "", "12"] {
            assert!(!is_postal_code(text), "{text}");
        }
    }
}
