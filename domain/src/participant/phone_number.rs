//! Phone numbers.

use std::str::FromStr;

use rlibphonenumber::{NumberLengthType, PHONE_NUMBER_UTIL, PhoneNumberFormat, Region};
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use crate::{country::Country, human_text::remove_hidden_characters};

/// The country code of the North American Numbering Plan.
const NORTH_AMERICA: &str = "+1";
/// The maximum number of characters in the typed text.
const LONGEST: usize = 40;

/// A phone number in E.164 notation, such as `+12165550134`, followed by ` ext. 5` if it has an extension. For an unknown
/// country, only the digits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhoneNumber(String);

/// The text is not a valid phone number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "Enter a phone number with its area code, such as 216 555 0134, or one that begins with + and the country"
)]
pub struct InvalidPhoneNumber;

impl PhoneNumber {
    /// Parses a number in a country's national notation, or an international number that begins with a plus sign.
    ///
    /// # Errors
    /// When the length is impossible for the country, or the text contains words.
    pub fn parse(text: &str, country: Option<&Country>) -> Result<Self, InvalidPhoneNumber> {
        let text = plain(text);
        let text = text.as_str();
        if text.chars().count() > LONGEST || spells_words(text) {
            return Err(InvalidPhoneNumber);
        }
        let region = country.and_then(Country::code).and_then(|code| Region::from_str(code).ok());
        if region.is_none() && !text.starts_with('+') {
            return parse_without_country(text);
        }
        let number = PHONE_NUMBER_UTIL.parse(text, region).map_err(|_| InvalidPhoneNumber)?;
        if PHONE_NUMBER_UTIL.is_possible_number_with_reason(&number) != Ok(NumberLengthType::IsPossible) {
            return Err(InvalidPhoneNumber);
        }
        let written = PHONE_NUMBER_UTIL.format(&number, PhoneNumberFormat::E164);
        if written.strip_prefix(NORTH_AMERICA).is_some_and(|digits| !is_north_american(digits)) {
            return Err(InvalidPhoneNumber);
        }
        let extension = Some(number.extension()).filter(|extension| !extension.is_empty());
        Ok(Self(
            extension.map_or_else(|| written.to_string(), |extension| format!("{written} ext. {extension}")),
        ))
    }
}

/// Removes hidden characters and converts digits, spaces, and hyphens to ASCII.
fn plain(text: &str) -> String {
    let plain = |c: char| match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        c if c.is_whitespace() => ' ',
        c => c,
    };
    let text: String = remove_hidden_characters(text).nfkc().map(plain).collect();
    let text = text.trim();
    text.strip_prefix("tel:").unwrap_or(text).to_owned()
}

/// Whether neither the area code nor the exchange code begins with 0 or 1. A stricter check would reject new area codes.
fn is_north_american(digits: &str) -> bool {
    let begins = |at: usize| digits.as_bytes().get(at).is_some_and(|digit| (b'2'..=b'9').contains(digit));
    digits.len() == 10 && begins(0) && begins(3)
}

/// Parses a number of an unknown country. Only the number of digits is checked.
fn parse_without_country(text: &str) -> Result<PhoneNumber, InvalidPhoneNumber> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let is_number = text.chars().all(|c| c.is_ascii_digit() || " -.()/".contains(c));
    (is_number && (7..=15).contains(&digits.len())).then_some(PhoneNumber(digits)).ok_or(InvalidPhoneNumber)
}

/// Whether the text contains words, as in 1-800-FLOWERS. The parser would convert text typed by mistake to digits.
fn spells_words(text: &str) -> bool {
    let letters = text.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty());
    letters.is_some_and(|word| !["ext", "x", "extension"].contains(&word.to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str, country: &str) -> Option<String> {
        PhoneNumber::parse(text, Country::parse(country).as_ref()).ok().map(|number| number.0)
    }

    #[test]
    fn numbers_are_parsed_for_their_country_as_in_the_shared_table() {
        let table: Vec<(String, String, Option<String>)> =
            serde_json::from_str(include_str!("../../tests/tables/phone_numbers.json")).unwrap();
        assert!(table.len() > 30);
        for (text, country, number) in table {
            assert_eq!(read(&text, &country), number, "{text:?} in {country}");
        }
    }

    proptest! {
        #[test]
        fn parsing_arbitrary_text_never_panics(text in ".{0,60}", country in ".{0,20}") {
            let _ = read(&text, &country);
        }

        #[test]
        fn parsed_number_round_trips(digits in "[2-9][0-9]{2}[2-9][0-9]{6}") {
            let number = read(&digits, "USA");
            prop_assert_eq!(number.as_deref().and_then(|number| read(number, "Vietnam")), number);
        }
    }
}
