//! Parses typed dates. The browser follows the same rules, and `domain/tests/tables/typed_dates.json` tests both.

use jiff::civil::Date;
use unicode_normalization::UnicodeNormalization;

use crate::{human_text::remove_hidden_characters, month_names};

const MONTHS: [[&str; 12]; 2] = [month_names::ENGLISH, month_names::SPANISH];
/// The minimum length of an abbreviated month name.
const SHORTEST_NAME: usize = 3;
/// Words that may occur between the parts of a date.
const FILLERS: [&str; 3] = ["of", "de", "del"];
/// Suffixes of a day, as in `27th`.
const ORDINALS: [&str; 4] = ["st", "nd", "rd", "th"];

/// Why a text is not a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InvalidDate {
    /// The text is not a date of the calendar.
    NotADay,
    /// The year doesn't have four digits.
    Year,
}

/// Parses a date as people type it.
#[must_use]
pub fn parse_typed_date(text: &str) -> Option<Date> {
    read(text).ok()
}

/// Parses a date with a month name in any order, with the year first, or with the month before the day as in the United
/// States. If the first number can't be a month, the day comes first.
pub(super) fn read(text: &str) -> Result<Date, InvalidDate> {
    let folded: String = remove_hidden_characters(text).nfkc().flat_map(char::to_lowercase).collect();
    let mut numbers = Vec::new();
    let mut month = None;
    for word in words(&folded) {
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            numbers.push(word);
        } else if ORDINALS.contains(&word) && !numbers.is_empty() || FILLERS.contains(&word) {
        } else if month.is_none() {
            month = Some(month_named(word).ok_or(InvalidDate::NotADay)?);
        } else {
            return Err(InvalidDate::NotADay);
        }
    }
    let (year, month, day) = match (month, numbers.as_slice()) {
        (Some(month), [year, day]) if is_year(year) => (*year, month, number(day)),
        (Some(month), [day, year]) => (*year, month, number(day)),
        (None, [year, month, day]) if is_year(year) => (*year, number(month), number(day)),
        (None, [one, other, year]) => {
            let (one, other) = (number(one), number(other));
            if one > 12 && other <= 12 { (*year, other, one) } else { (*year, one, other) }
        }
        _ => return Err(InvalidDate::NotADay),
    };
    if !is_year(year) {
        return Err(InvalidDate::Year);
    }
    let year = year.parse().map_err(|_| InvalidDate::Year)?;
    Date::new(year, month, day).map_err(|_| InvalidDate::NotADay)
}

/// Splits a text into runs of digits and runs of letters.
fn words(text: &str) -> Vec<&str> {
    let kind = |c: char| if c.is_ascii_digit() { 1 } else { i32::from(c.is_alphabetic()) * 2 };
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c: char| kind(c) != kind(first)).unwrap_or(rest.len());
        let (word, others) = rest.split_at(end);
        if kind(first) != 0 {
            words.push(word);
        }
        rest = others;
    }
    words
}

fn is_year(text: &str) -> bool {
    text.len() == 4
}

/// Parses a run of digits. Returns 0, which is never a valid day or month, if it is too long.
fn number(digits: &str) -> i8 {
    digits.parse().unwrap_or(0)
}

fn month_named(word: &str) -> Option<i8> {
    let fits = |name: &str| word.len() >= SHORTEST_NAME && name.starts_with(word);
    let place = MONTHS.iter().find_map(|names| names.iter().position(|name| fits(name)))?;
    i8::try_from(place + 1).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TABLE: &str = include_str!("../../tests/tables/typed_dates.json");

    #[test]
    fn dates_are_parsed_as_in_the_shared_table() {
        let table: Vec<(String, String)> = serde_json::from_str(TABLE).unwrap();
        assert!(table.len() > 40);
        for (typed, expected) in table {
            let read = match read(&typed) {
                Ok(date) => date.to_string(),
                Err(InvalidDate::NotADay) => "not_a_date".into(),
                Err(InvalidDate::Year) => "year".into(),
            };
            assert_eq!(read, expected, "{typed:?}");
        }
    }

    proptest! {
        #[test]
        fn parsing_arbitrary_text_never_panics(text in any::<String>()) {
            let _ = read(&text);
        }

        #[test]
        fn every_notation_of_a_date_is_parsed(
            year in 1900i16..2100, month in 1i8..=12, day in 1i8..=28, names in 0usize..2
        ) {
            let date = Date::new(year, month, day).unwrap();
            let name = MONTHS[names][usize::try_from(month - 1).unwrap()];
            for text in [
                date.to_string(), format!("{month}/{day}/{year}"), format!("{name} {day}, {year}"),
                format!("{day} {name} {year}"), format!("{day}-{}-{year}", &name[..3]),
            ] {
                prop_assert_eq!(read(&text), Ok(date), "{}", text);
            }
        }
    }
}
