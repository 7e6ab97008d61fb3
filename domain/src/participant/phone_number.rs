//! A number at which a person can be called.

use std::str::FromStr;

use rlibphonenumber::{NumberLengthType, PHONE_NUMBER_UTIL, PhoneNumberFormat, Region};
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use crate::{country::Country, human_text::visible};

/// The country code of the United States, Canada and others around them.
const NORTH_AMERICA: &str = "+1";
/// The most characters of what may be typed.
const LONGEST: usize = 40;

/// A phone number with its country, as telephone services write it: `+12165550134`, with ` ext. 5` behind it if it has an
/// extension; without the country where that is on no list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhoneNumber(String);

/// The text is no phone number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "Enter a phone number with its area code, such as 216 555 0134, or one that begins with + and the country"
)]
pub struct InvalidPhoneNumber;

impl PhoneNumber {
    /// Reads a number as people of a country write theirs, or one of any country that begins with a plus.
    ///
    /// # Errors
    /// When no number of the country is as long, or letters stand in it.
    pub fn read(text: &str, country: Option<&Country>) -> Result<Self, InvalidPhoneNumber> {
        let text = plain(text);
        let text = text.as_str();
        if text.chars().count() > LONGEST || spells_words(text) {
            return Err(InvalidPhoneNumber);
        }
        let region = country.and_then(Country::code).and_then(|code| Region::from_str(code).ok());
        if region.is_none() && !text.starts_with('+') {
            return of_any_country(text);
        }
        let number = PHONE_NUMBER_UTIL.parse(text, region).map_err(|_| InvalidPhoneNumber)?;
        if PHONE_NUMBER_UTIL.is_possible_number_with_reason(&number) != Ok(NumberLengthType::IsPossible) {
            return Err(InvalidPhoneNumber);
        }
        let written = PHONE_NUMBER_UTIL.format(&number, PhoneNumberFormat::E164);
        if written.strip_prefix(NORTH_AMERICA).is_some_and(|digits| !is_of_north_america(digits)) {
            return Err(InvalidPhoneNumber);
        }
        let extension = Some(number.extension()).filter(|extension| !extension.is_empty());
        Ok(Self(
            extension.map_or_else(|| written.to_string(), |extension| format!("{written} ext. {extension}")),
        ))
    }
}

/// The text as a keyboard would write it: without hidden characters, with plain digits, spaces and hyphens.
fn plain(text: &str) -> String {
    let plain = |c: char| match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        c if c.is_whitespace() => ' ',
        c => c,
    };
    let text: String = visible(text).nfkc().map(plain).collect();
    let text = text.trim();
    text.strip_prefix("tel:").unwrap_or(text).to_owned()
}

/// Neither an area code nor what follows it begins with a zero or a one there. More can't be asked: new area codes come.
fn is_of_north_america(digits: &str) -> bool {
    let begins = |at: usize| digits.as_bytes().get(at).is_some_and(|digit| (b'2'..=b'9').contains(digit));
    digits.len() == 10 && begins(0) && begins(3)
}

/// Where nobody knows how the numbers of a country are written, the digits have to do.
fn of_any_country(text: &str) -> Result<PhoneNumber, InvalidPhoneNumber> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let is_number = text.chars().all(|c| c.is_ascii_digit() || " -.()/".contains(c));
    (is_number && (7..=15).contains(&digits.len())).then_some(PhoneNumber(digits)).ok_or(InvalidPhoneNumber)
}

/// Whether letters stand for digits, as in 1-800-FLOWERS: what is typed here by mistake is no number.
fn spells_words(text: &str) -> bool {
    let letters = text.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty());
    letters.is_some_and(|word| !["ext", "x", "extension"].contains(&word.to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str, country: &str) -> Option<String> {
        PhoneNumber::read(text, Country::named(country).as_ref()).ok().map(|number| number.0)
    }

    #[test]
    fn a_number_is_read_as_people_of_its_country_write_it_and_kept_with_the_country() {
        let table: Vec<(String, String, Option<String>)> =
            serde_json::from_str(include_str!("../../tests/tables/phone_numbers.json")).unwrap();
        assert!(table.len() > 30);
        for (text, country, number) in table {
            assert_eq!(read(&text, &country), number, "{text:?} in {country}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in ".{0,60}", country in ".{0,20}") {
            let _ = read(&text, &country);
        }

        #[test]
        fn what_was_read_is_read_again_as_the_same(digits in "[2-9][0-9]{2}[2-9][0-9]{6}") {
            let number = read(&digits, "USA");
            prop_assert_eq!(number.as_deref().and_then(|number| read(number, "Vietnam")), number);
        }
    }
}
