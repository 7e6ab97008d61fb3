//! Postal codes in a text. The gazetteer knows where those of the United States and of Canada are.
//!
//! A code consists of digits, with the letters of a country in front of it at most (`D-10115`, `111 22`), or has one of the
//! shapes with letters in `data/postal_codes.tsv`.

use std::{ops::Range, sync::LazyLock};

use waypoint_text::{Table, Word, table, words};

const WITH_LETTERS: Table<4> =
    table!("../data/postal_codes.tsv", ["country", "shapes", "beginnings", "alone"]);
/// The maximum number of letters of a country before the digits: `D-10115`, `LV-1010`.
const MAX_LETTERS_OF_COUNTRY: usize = 3;
/// The numbers of letters and digits of a code.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=10;
/// The signs between the parts of a code.
const GAPS: [&str; 3] = ["", " ", "-"];

/// A postal code with letters in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LetteredCode {
    /// The position in the text, in bytes.
    pub span: Range<usize>,
    /// The name of the country in the registry.
    pub country: &'static str,
    /// Whether it is a postal code wherever it is: `SW1A 1AA`. Others are also other words: `2015 MS`.
    pub is_certain: bool,
}

/// The codes with letters of a country. In a shape, `A` is a letter, `0` a digit, and `X` either.
struct Format {
    country: &'static str,
    shapes: Vec<&'static str>,
    /// The letters with which codes begin. If there are none, any letters do.
    beginnings: Vec<&'static str>,
    is_certain: bool,
}

/// Returns the first postal code with letters that is one wherever it is, in bytes: `SW1A 1AA`, `SW1A1AA`, `M5V 2T6`.
#[must_use]
pub fn postal_code_in(text: &str) -> Option<Range<usize>> {
    lettered_codes(text).into_iter().find(|code| code.is_certain).map(|code| code.span)
}

/// Returns what may be postal codes with letters in a text, in order.
#[must_use]
pub fn lettered_codes(text: &str) -> Vec<LetteredCode> {
    let words: Vec<Word> = words(text).collect();
    let mut found: Vec<LetteredCode> = Vec::new();
    for at in 0..words.len() {
        let code = FORMATS.iter().find_map(|format| {
            let span = format.code_at(text, &words[at..])?;
            Some(LetteredCode { span, country: format.country, is_certain: format.is_certain })
        });
        let is_behind =
            |code: &LetteredCode| found.last().is_none_or(|last| last.span.end <= code.span.start);
        found.extend(code.filter(is_behind));
    }
    found
}

/// Returns a text without its postal codes, or `None` if it has none: `Amsterdam` for `1012 AB Amsterdam`.
pub(crate) fn without_postal_codes(text: &str) -> Option<String> {
    let mut codes: Vec<Range<usize>> = lettered_codes(text).into_iter().map(|code| code.span).collect();
    codes.extend(codes_of_digits(text));
    let mut without = text.to_owned();
    for code in &codes {
        without.replace_range(code.clone(), &" ".repeat(code.len()));
    }
    let town = without.trim_matches(|c: char| !c.is_alphanumeric());
    (!codes.is_empty()).then(|| town.to_owned())
}

/// Whether a text is a postal code of some country: `10115`, `D-10115`, `SW1A 1AA`, `1012 AB`, `1000-001`.
#[must_use]
pub fn is_postal_code(text: &str) -> bool {
    let length = text.chars().filter(|c| c.is_alphanumeric()).count();
    LENGTHS.contains(&length) && without_postal_codes(text).is_some_and(|town| town.is_empty())
}

/// Returns the words with digits, with the letters of a country in front of them.
fn codes_of_digits(text: &str) -> Vec<Range<usize>> {
    let words: Vec<Word> = words(text).collect();
    let with_digits = (0..words.len()).filter(|at| words[*at].text.contains(|c: char| c.is_ascii_digit()));
    let with_country = with_digits.map(|at| {
        let span = words[at].span.clone();
        let before = at.checked_sub(1).map(|before| &words[before]);
        let country = before.filter(|country| {
            country.text.chars().all(char::is_alphabetic)
                && country.text.chars().count() <= MAX_LETTERS_OF_COUNTRY
                && &text[country.span.end..span.start] == "-"
        });
        country.map_or(span.start, |country| country.span.start)..span.end
    });
    with_country.collect()
}

impl Format {
    /// Returns the code at the first of these words, in bytes.
    fn code_at(&self, text: &str, words: &[Word]) -> Option<Range<usize>> {
        let first = words.first().filter(|first| self.may_begin(first.text))?;
        self.shapes.iter().find_map(|shape| {
            let Some((one, other)) = shape.split_once(' ') else {
                return has_shape(first.text, shape).then(|| first.span.clone());
            };
            if has_shape(first.text, &format!("{one}{other}")) {
                return Some(first.span.clone());
            }
            let second = words.get(1)?;
            let is_code = has_shape(first.text, one)
                && has_shape(second.text, other)
                && GAPS.contains(&&text[first.span.end..second.span.start]);
            is_code.then_some(first.span.start..second.span.end)
        })
    }

    fn may_begin(&self, word: &str) -> bool {
        let letters = word.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word.len());
        let letters = &word[..letters];
        self.beginnings.is_empty() || self.beginnings.iter().any(|known| known.eq_ignore_ascii_case(letters))
    }
}

static FORMATS: LazyLock<Vec<Format>> = LazyLock::new(|| {
    let formats = WITH_LETTERS.rows().map(|[country, shapes, beginnings, alone]| Format {
        country,
        shapes: shapes.split('|').collect(),
        beginnings: beginnings.split('|').filter(|letters| !letters.is_empty()).collect(),
        is_certain: alone == "yes",
    });
    formats.collect()
});

fn has_shape(text: &str, shape: &str) -> bool {
    text.len() == shape.len()
        && text.bytes().zip(shape.bytes()).all(|(byte, shape)| match shape {
            b'0' => byte.is_ascii_digit(),
            b'X' => byte.is_ascii_alphanumeric(),
            _ => byte.is_ascii_alphabetic(),
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
            ("asthma sw1a1aa", Some("sw1a1aa")),
            ("EH11YZ asthma", Some("EH11YZ")),
            ("asthma near m1 1ae please", Some("m1 1ae")),
            ("M5V 2T6", Some("M5V 2T6")),
            ("asthma V6B1A1", Some("V6B1A1")),
            ("lung cancer KRAS G12C", None),
            ("CD19 CAR-T", None),
            ("IL17RA psoriasis", None),
            ("lupus 2015 MS", None),
            ("10115", None),
        ] {
            assert_eq!(postal_code_in(text).map(|span| &text[span]), code, "{text}");
        }
    }

    #[test]
    fn shapes_of_many_countries_are_postal_codes() {
        for text in [
            "10115",
            "D-10115",
            "75001",
            "SW1A 1AA",
            "SW1A1AA",
            "1012 AB",
            "1012AB",
            "M5V 2T6",
            "110001",
            "2000",
            "D02 AF30",
            "D02AF30",
            "1000-001",
            "00-001",
            "111 22",
            "100-0001",
            "01310-100",
            "LV-1010",
            "C1425CLA",
            "VLT 1117",
            "9190401",
            "101",
        ] {
            assert!(is_postal_code(text), "{text}");
        }
        for text in ["Atlantis", "New York", "Paris 75001 France", "", "12", "AB", "1012 Amsterdam"] {
            assert!(!is_postal_code(text), "{text}");
        }
    }
}
