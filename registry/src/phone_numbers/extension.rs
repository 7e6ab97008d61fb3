//! Extensions of numbers.

use waypoint_domain::study_contact::PhoneNumber;

/// What comes before an extension, as in the number parser.
const LABELS: [&str; 7] = ["extension", "extn", "ext", "anexo", "int", "x", "#"];
/// The most digits of an extension.
const MOST_DIGITS: usize = 11;

/// Returns the digits of the extension at the start of the text after a number, and the length of that text.
pub(super) fn extension(text: &str) -> Option<(String, usize)> {
    let before = text.trim_start_matches([' ', ',', ';', '(']);
    let lower = before.to_ascii_lowercase();
    let label = LABELS.iter().find(|label| lower.starts_with(**label))?;
    let after = before[label.len()..].trim_start_matches([' ', '.', ':', '#', '=']);
    let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
    let end = text.len() - after.len() + digits.len();
    let is_closed = text[end..].starts_with(')') && text[..end].contains('(');
    (1..=MOST_DIGITS).contains(&digits.len()).then_some((digits, end + usize::from(is_closed)))
}

/// Adds the registry's own extension to a number that has none.
pub(super) fn add(number: &mut PhoneNumber, extension: &str) {
    let digits: String = extension
        .chars()
        .skip_while(|c| !c.is_ascii_digit())
        .take_while(char::is_ascii_digit)
        .take(MOST_DIGITS)
        .collect();
    if let Some(dial) = number.dial.as_mut().filter(|dial| !dial.contains(';')) {
        if !digits.is_empty() {
            *dial = format!("{dial};ext={digits}");
        }
    } else if number.dial.is_some() {
        return;
    }
    let label = if extension.starts_with(|c: char| c.is_ascii_digit()) { "ext. " } else { "" };
    number.shown = format!("{} {label}{extension}", number.shown);
}
