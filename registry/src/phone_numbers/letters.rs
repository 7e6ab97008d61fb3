//! Numbers with letters, such as `1-800-555-TRIAL`. Only phones of the North American Numbering Plan have them.

use waypoint_domain::country::Country;

use super::number::is_north_american;

/// The digits of the keys, from A to Z.
const KEYS: &[u8; 26] = b"22233344455566677778889999";
/// The digits after the area code.
const LOCAL_DIGITS: usize = 7;

/// Returns the number in E.164 notation. Letters beyond the length of a number are left out. A text that repeats the number in
/// digits is left to the reader of digits.
pub(super) fn dialable(text: &str, countries: &[Country]) -> Option<String> {
    let text = text.strip_prefix('+').unwrap_or(text);
    let is_written_so = text.chars().all(|c| c.is_ascii_alphanumeric() || " .-()".contains(c));
    let letters = text.bytes().filter(u8::is_ascii_alphabetic).count();
    let begins = text.find(|c: char| c.is_ascii_alphabetic())?;
    // The area code, with or without the country code, is in digits.
    let (before, after) = text.split_at(begins);
    let dialed = before.bytes().filter(u8::is_ascii_digit).count();
    let repeats_it = after.bytes().filter(u8::is_ascii_digit).count() >= LOCAL_DIGITS;
    let country_code = usize::from(before.starts_with('1'));
    let has_area_code = (country_code + 3..country_code + 3 + LOCAL_DIGITS).contains(&dialed);
    let is_here = country_code == 1 || countries.iter().any(is_in_north_america);
    if !is_written_so || letters < 3 || !has_area_code || !is_here || repeats_it || !are_joined(before, after)
    {
        return None;
    }
    let digits: String = text.chars().filter_map(digit).skip(country_code).take(3 + LOCAL_DIGITS).collect();
    is_north_american(&digits).then(|| format!("+1{digits}"))
}

/// Whether the letters belong to the number: they are capitals, or joined to it by a hyphen or period.
fn are_joined(before: &str, after: &str) -> bool {
    let is_extension = ["x", "ext"].iter().any(|label| {
        after
            .to_ascii_lowercase()
            .strip_prefix(label)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
    });
    let capitals = after.bytes().all(|byte| !byte.is_ascii_lowercase());
    !is_extension && (capitals || (before.ends_with(['-', '.']) && !after.contains(' ')))
}

fn is_in_north_america(country: &Country) -> bool {
    matches!(country.code(), Some("US" | "CA" | "PR"))
}

fn digit(c: char) -> Option<char> {
    match c {
        '0'..='9' => Some(c),
        'a'..='z' | 'A'..='Z' => {
            let key = u8::try_from(c.to_ascii_uppercase()).ok()? - b'A';
            KEYS.get(usize::from(key)).copied().map(char::from)
        }
        _ => None,
    }
}
