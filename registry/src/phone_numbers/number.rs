//! A single number.

use std::str::FromStr;

use rlibphonenumber::{PHONE_NUMBER_UTIL, PhoneNumber, PhoneNumberFormat, Region};
use waypoint_domain::country::Country;

/// The country code of the North American Numbering Plan.
const NORTH_AMERICA: &str = "+1";

/// Returns a complete number in E.164 notation. A national number must be complete in exactly one way in `countries`.
pub(super) fn dialable(text: &str, countries: &[Country]) -> Option<String> {
    // In `+44 (0)20`, the zero is dialed only within the country. Italian numbers keep it.
    let spellings = if text.contains("(0)") {
        vec![text.replacen("(0)", "", 1), text.to_owned()]
    } else {
        vec![text.to_owned()]
    };
    spellings.iter().find_map(|text| international(text).or_else(|| national(text, countries)))
}

fn international(text: &str) -> Option<String> {
    let text = text.trim_start_matches('(');
    let text = match (text.strip_prefix('+'), text.strip_prefix("00")) {
        (Some(_), _) => text.to_owned(),
        (None, Some(number)) => format!("+{number}"),
        (None, None) => return None,
    };
    complete(&text, None).or_else(|| possible_in_north_america(&text, None))
}

fn national(text: &str, countries: &[Country]) -> Option<String> {
    // Of a record without a country, only this notation says where the number is dialed.
    if countries.is_empty() && is_written_as_in_the_us(text) {
        return complete(text, Some(Region::US));
    }
    // A plus sign before a zero is no country code.
    let text = text.strip_prefix('+').filter(|rest| rest.starts_with('0')).unwrap_or(text);
    if text.starts_with('+') {
        return None;
    }
    let regions: Vec<Region> =
        countries.iter().filter_map(|country| Region::from_str(country.code()?).ok()).collect();
    let only = |read: fn(&str, Option<Region>) -> Option<String>| {
        let mut numbers: Vec<String> =
            regions.iter().filter_map(|region| read(text, Some(*region))).collect();
        numbers.sort();
        numbers.dedup();
        if numbers.len() > 1 { Err(()) } else { Ok(numbers.pop()) }
    };
    match only(complete) {
        Ok(None) => only(possible_in_north_america).ok().flatten(),
        Ok(number) => number,
        Err(()) => None,
    }
}

/// Whether a number is written as `215-898-7954` or `1-215-898-7954`.
fn is_written_as_in_the_us(text: &str) -> bool {
    let text = text.trim_start_matches('(');
    let text = text.strip_prefix("1-").unwrap_or(text);
    let digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit()).then_some(group.len());
    text.split('-').map(digits).eq([Some(3), Some(3), Some(4)])
}

fn complete(text: &str, region: Option<Region>) -> Option<String> {
    let number = PHONE_NUMBER_UTIL.parse(text, region).ok()?;
    PHONE_NUMBER_UTIL.is_valid_number(&number).then(|| e164(&number))
}

/// Reads a number whose area code may be newer than the table of the number parser.
fn possible_in_north_america(text: &str, region: Option<Region>) -> Option<String> {
    let number = e164(&PHONE_NUMBER_UTIL.parse(text, region).ok()?);
    number.strip_prefix(NORTH_AMERICA).is_some_and(is_north_american).then_some(number)
}

fn e164(number: &PhoneNumber) -> String {
    PHONE_NUMBER_UTIL.format(number, PhoneNumberFormat::E164).into_owned()
}

/// Whether neither the area code nor the exchange code begins with 0 or 1.
pub(super) fn is_north_american(digits: &str) -> bool {
    let begins = |at: usize| digits.as_bytes().get(at).is_some_and(|digit| (b'2'..=b'9').contains(digit));
    digits.len() == 10 && begins(0) && begins(3)
}
