//! Long numbers and dates.

use super::token::Found;
use crate::{month_names, nct_id::NctId, study_number::StudyNumber};

/// The fewest digits in a row that may tell who somebody is: those of a ZIP code.
const FEWEST_IN_A_ROW: usize = 5;
/// The fewest digits that may, when signs stand between them.
const FEWEST_WITH_SIGNS: usize = 7;

const SHORT_MONTHS: &[&str] =
    &["jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"];

/// Numbers and dates of a text.
pub(super) fn found(text: &str) -> Vec<Found> {
    let runs = runs(text);
    let dates = runs.iter().filter_map(|run| with_month(text, run));
    let numbers = runs.iter().filter_map(|run| told_by(text, run));
    numbers.chain(dates).collect()
}

/// Numbers that have letters in them, such as those of records, but for those of studies.
pub(super) fn with_letters(text: &str) -> Vec<Found> {
    let (mut found, mut start) = (Vec::new(), None);
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if c.is_alphanumeric() {
            start.get_or_insert(at);
        } else if let Some(start) = start.take().filter(|start| is_code(&text[*start..at])) {
            found.push(Found { start, end: at, label: "[number]" });
        }
    }
    found
}

fn is_code(word: &str) -> bool {
    word.chars().filter(|c| c.is_numeric()).count() >= FEWEST_IN_A_ROW
        && word.chars().any(char::is_alphabetic)
        && word.parse::<NctId>().is_err()
        && word.parse::<StudyNumber>().is_err()
}

/// Digits with single signs between them, from the first digit to the last.
#[derive(Debug, Clone, Copy)]
struct Run {
    start: usize,
    end: usize,
}

fn runs(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut in_word = false;
    for (at, c) in text.char_indices() {
        if c.is_numeric() && !in_word {
            let end = at + c.len_utf8();
            match runs.last_mut() {
                Some(run) if joins(&text[run.end..at]) => run.end = end,
                _ => runs.push(Run { start: at, end }),
            }
        }
        // A number within a word is no phone number; `with_letters` looks at it.
        in_word = c.is_alphabetic() || (in_word && c.is_numeric());
    }
    runs
}

/// Whether digits on both sides of this belong to one number.
fn joins(between: &str) -> bool {
    between.chars().count() <= 2
        && between.chars().all(|c| " -.()/+\u{a0}\u{2010}\u{2011}\u{2013}".contains(c))
}

fn told_by(text: &str, run: &Run) -> Option<Found> {
    let number = &text[run.start..run.end];
    let found = |label| Some(Found { start: start_of(text, run), end: run.end, label });
    if is_date(number) {
        return found("[date]");
    }
    let digits = number.chars().filter(|c| c.is_numeric()).count();
    let longest =
        number.split(|c: char| !c.is_numeric()).map(|part| part.chars().count()).max().unwrap_or_default();
    if digits >= FEWEST_WITH_SIGNS || longest >= FEWEST_IN_A_ROW { found("[number]") } else { None }
}

/// A number begins at its plus sign.
fn start_of(text: &str, run: &Run) -> usize {
    if text[..run.start].ends_with('+') { run.start - 1 } else { run.start }
}

/// Whether it is a day of a year: `3/27/1956`, `27.3.56`, `1956-03-27`.
fn is_date(number: &str) -> bool {
    let parts: Vec<&str> = number.split(['/', '-', '.']).collect();
    let [first, middle, last] = parts[..] else { return false };
    let short = |part: &str| matches!(part.len(), 1 | 2) && part.bytes().all(|b| b.is_ascii_digit());
    let year = |part: &str| matches!(part.len(), 2 | 4) && part.bytes().all(|b| b.is_ascii_digit());
    short(middle) && ((short(first) && year(last)) || (year(first) && short(last)))
}

/// A day that is written with its month: `March 27, 1956`, `27 March 1956`, `March 27`.
fn with_month(text: &str, run: &Run) -> Option<Found> {
    let number = &text[run.start..run.end];
    let day = number.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    if !matches!(day.len(), 1 | 2) {
        return None;
    }
    let (before, after) = (&text[..run.start], &text[run.end..]);
    if let Some(word) =
        before.trim_end().rsplit(|c: char| !c.is_alphabetic()).next().filter(|word| is_month(word))
    {
        let start = before.trim_end().len() - word.len();
        return Some(Found { start, end: run.end + year_at(after), label: "[date]" });
    }
    let rest = after.trim_start_matches(|c: char| c.is_alphabetic()).trim_start_matches([' ', '.']);
    let rest = rest.strip_prefix("of ").unwrap_or(rest);
    let month: &str = rest.split(|c: char| !c.is_alphabetic()).next().filter(|word| is_month(word))?;
    let end = text.len() - rest.len() + month.len();
    Some(Found { start: run.start, end: end + year_at(&text[end..]), label: "[date]" })
}

/// `may` is a month only where a capital says so.
fn is_month(word: &str) -> bool {
    let name = word.to_lowercase();
    let is_month = month_names::ENGLISH.contains(&name.as_str()) || SHORT_MONTHS.contains(&name.as_str());
    is_month && word != "may"
}

/// How far a year reaches that follows a day and its month.
fn year_at(after: &str) -> usize {
    let rest = after.trim_start_matches(|c: char| c.is_alphabetic()).trim_start_matches([',', ' ', '.']);
    let year = rest.chars().take_while(char::is_ascii_digit).count();
    if year == 4 { after.len() - rest.len() + year } else { 0 }
}
