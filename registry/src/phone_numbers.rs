//! Phone numbers in the text of a contact, which sponsors write freely: with extensions, several numbers, letters, and words.

mod extension;
mod letters;
mod number;

use waypoint_domain::{country::Country, study_contact::PhoneNumber};

use number::dialable;

use crate::placeholder::{Statement, statement};

/// The fewest digits of a number that is worth reading.
const FEWEST_DIGITS: usize = 7;
/// The longest text that is read. A longer one is shown as it is.
const LONGEST: usize = 200;
/// What separates two numbers.
const SEPARATORS: &[char] = &[',', ';', '/', '|', '&', '\n'];
const SEPARATING_WORDS: [&str; 2] = [" or ", " and "];

/// A complete number within a text.
struct Found {
    start: usize,
    end: usize,
    dial: String,
}

/// Returns the numbers in a text. National numbers belong to one of `countries`. Without any number, returns the text
/// itself, which can't be dialed, unless it says that there is none. `extension` is the registry's field for the extension of the last number.
pub(crate) fn phone_numbers(text: &str, extension: &str, countries: &[Country]) -> Vec<PhoneNumber> {
    let mut numbers = match letters::dialable(text, countries) {
        Some(dial) => vec![PhoneNumber { shown: text.to_owned(), dial: Some(dial) }],
        None if text.len() <= LONGEST => parts(text, &numbers_in(text, countries)),
        None => Vec::new(),
    };
    if numbers.is_empty() && statement(text) != Statement::Nothing {
        numbers.push(PhoneNumber { shown: text.to_owned(), dial: None });
    }
    if let Some(last) = numbers.last_mut().filter(|_| !extension.is_empty()) {
        extension::add(last, extension);
    }
    numbers
}

fn numbers_in(text: &str, countries: &[Country]) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let mut at = 0;
    while let Some((start, end)) = next_run(text, at) {
        match longest_number(&text[start..end], countries) {
            Some((length, mut dial)) => {
                let mut end = start + length;
                if let Some((digits, length)) = extension::extension(&text[end..]) {
                    dial = format!("{dial};ext={digits}");
                    end += length;
                }
                found.push(Found { start, end, dial });
                at = end;
            }
            // A second number may follow words in front of which the first group is no number.
            None => at = end,
        }
    }
    found
}

/// Returns the next run of digits and of the punctuation within numbers. A plus sign begins a new number.
fn next_run(text: &str, from: usize) -> Option<(usize, usize)> {
    let is_start = |c: char| c.is_ascii_digit() || c == '+' || c == '(';
    let is_part = |c: char| c.is_ascii_digit() || "().-/ \u{2010}\u{2011}\u{2013}".contains(c);
    let start = from + text[from..].find(is_start)?;
    let length = text[start..]
        .char_indices()
        .find(|(at, c)| *at > 0 && !is_part(*c))
        .map_or(text.len() - start, |(at, _)| at);
    let digits = text[start..start + length].rfind(|c: char| c.is_ascii_digit()).map_or(1, |last| last + 1);
    Some((start, start + digits))
}

/// Returns the longest complete number at the start of a run of groups, with its length. A last group of one digit is
/// not part of it if the number is complete without: it stands for another line, as in `0281843045-6`.
fn longest_number(run: &str, countries: &[Country]) -> Option<(usize, String)> {
    let ends = run.char_indices().filter(|(_, c)| matches!(c, ' ' | '/' | '-')).map(|(at, _)| at);
    let mut ends: Vec<usize> = ends.chain([run.len()]).collect();
    ends.dedup_by_key(|end| run[..*end].trim_end_matches([' ', '/', '-']).len());
    let number = |end: usize| {
        let enough = run[..end].bytes().filter(u8::is_ascii_digit).count() >= FEWEST_DIGITS;
        if enough { dialable(&run[..end], countries) } else { None }
    };
    let at = (0..ends.len()).rev().find(|at| number(ends[*at]).is_some())?;
    let is_other_line = at > 0 && run[ends[at - 1]..ends[at]].bytes().filter(u8::is_ascii_digit).count() == 1;
    let without = if is_other_line { number(ends[at - 1]) } else { None };
    match without {
        Some(dial) => Some((ends[at - 1], dial)),
        None => number(ends[at]).map(|dial| (ends[at], dial)),
    }
}

/// Cuts the text between its numbers, so that each keeps the words that belong to it.
fn parts(text: &str, numbers: &[Found]) -> Vec<PhoneNumber> {
    let mut start = 0;
    let mut parts = Vec::new();
    for (at, number) in numbers.iter().enumerate() {
        let (end, next) = match numbers.get(at + 1) {
            Some(next) => cut(text, number.end, next.start),
            None => (text.len(), text.len()),
        };
        let shown = text[start..end].trim_matches(|c: char| c.is_whitespace() || SEPARATORS.contains(&c));
        let is_fax = text[start..number.start].to_lowercase().contains("fax");
        parts.push(PhoneNumber { shown: shown.to_owned(), dial: (!is_fax).then(|| number.dial.clone()) });
        start = next;
    }
    parts
}

/// Returns where the part of one number ends and the part of the next begins, in the gap between them.
fn cut(text: &str, start: usize, end: usize) -> (usize, usize) {
    let gap = text[start..end].to_ascii_lowercase();
    let words = SEPARATING_WORDS.iter().filter_map(|word| Some((gap.find(word)?, word.len())));
    let signs = gap.find(SEPARATORS).map(|at| (at, 1));
    match words.chain(signs).min() {
        Some((at, length)) => (start + at, start + at + length),
        None => (start, start),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str, extension: &str, countries: &[&str]) -> Vec<(String, Option<String>)> {
        let countries: Vec<Country> =
            countries.iter().map(|country| Country::parse(country).unwrap()).collect();
        let numbers = phone_numbers(text, extension, &countries);
        numbers.into_iter().map(|number| (number.shown, number.dial)).collect()
    }

    #[test]
    fn numbers_are_read_as_in_the_table() {
        type Numbers = Vec<(String, Option<String>)>;
        let table: Vec<(String, String, Vec<String>, Numbers)> =
            serde_json::from_str(include_str!("../tests/tables/phone_numbers.json")).unwrap();
        assert!(table.len() > 30);
        for (text, extension, countries, expected) in table {
            let countries: Vec<&str> = countries.iter().map(String::as_str).collect();
            assert_eq!(
                read(&text, &extension, &countries),
                expected,
                "{text:?} {extension:?} in {countries:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_and_links_have_only_digits(
            text in "[0-9+() ./x#a-zA-Zé–,;-]{0,60}", extension in "[0-9a-z .]{0,8}"
        ) {
            for (shown, dial) in read(&text, &extension, &["USA", "France"]) {
                prop_assert!(!shown.is_empty());
                let digits = dial.unwrap_or_else(|| "+1".into()).replace(";ext=", "");
                prop_assert!(digits.strip_prefix('+').is_some_and(|d| d.bytes().all(|b| b.is_ascii_digit())));
            }
        }
    }
}
