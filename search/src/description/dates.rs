//! Dates in a note, such as a date of birth.

use std::sync::LazyLock;

use jiff::civil::Date;
use waypoint_text::table;
use waypoint_vocabulary::fold::{Word, words};

use super::phrases::Phrases;

const WORDS: waypoint_text::Table<2> = table!("../../data/date_words.tsv", ["words", "role"]);
/// How many words may separate a label from its date: 'DOB (mm/dd/yyyy): 3/4/1961'.
const MAX_BETWEEN: usize = 5;
/// The last year of this century that two digits mean: '30' is 2030, and '31' is 1931.
const LAST_SHORT_YEAR: i16 = 30;
/// How many words a date has: 'ngày 4 tháng 3 năm 1961'.
const MAX_WORDS: usize = 6;

/// What the first of two numbers in a date is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DayOrder {
    /// As in the United States.
    MonthFirst,
    /// As in Latin America, Europe, and Vietnam.
    DayFirst,
}

/// The words of the table, by their role.
struct Table {
    births: [(Phrases, DayOrder); 2],
    /// The names of months, in order.
    months: Vec<Phrases>,
    /// Words within a date.
    within: Phrases,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| Table {
    births: [("birth", DayOrder::MonthFirst), ("birth, day first", DayOrder::DayFirst)]
        .map(|(role, order)| (Phrases::with_role(WORDS, role), order)),
    months: (1..=12).map(|month| Phrases::with_role(WORDS, &month.to_string())).collect(),
    within: Phrases::with_role(WORDS, "within"),
});

/// Returns the date of birth that a text states after a word such as 'DOB', if it is whole.
pub(super) fn date_of_birth(text: &str) -> Option<Date> {
    let words = words(text);
    (0..words.len()).find_map(|at| {
        let here =
            TABLE.births.iter().filter_map(|(labels, order)| Some((labels.length_at(&words, at)?, *order)));
        let (length, order) = here.max_by_key(|(length, _)| *length)?;
        date_at(&text[words[at + length - 1].span.end..], order)
    })
}

/// Returns the first date of a text if no more than a few words are before it.
pub(super) fn date_at(text: &str, order: DayOrder) -> Option<Date> {
    let words: Vec<Word> = words(text).into_iter().take(MAX_BETWEEN + MAX_WORDS).collect();
    let end = words.len().min(MAX_BETWEEN + 1);
    (0..end).find_map(|at| date_from(&words[at..], order))
}

/// Reads the date that begins with the first word.
fn date_from(words: &[Word], order: DayOrder) -> Option<Date> {
    let mut numbers: Vec<(i16, usize)> = Vec::new();
    let mut month: Option<i16> = None;
    for (at, word) in words.iter().enumerate().take(MAX_WORDS) {
        if numbers.len() + usize::from(month.is_some()) == 3 {
            break;
        }
        let of_month = (1..).zip(&TABLE.months).find(|(_, names)| names.are_at(words, at));
        let digits = word.folded.trim_end_matches(char::is_alphabetic);
        match (digits.parse(), of_month) {
            (_, Some((number, _))) if month.is_none() => month = Some(number),
            (Ok(number), _) if is_ordinal(&word.folded, digits) => numbers.push((number, digits.len())),
            _ if !numbers.is_empty() && TABLE.within.are_at(words, at) => {}
            _ => return None,
        }
    }
    let day_and_month = |one: i16, other: i16| match order {
        // '25/3/1961' can only begin with the day.
        DayOrder::MonthFirst if one <= 12 => (other, one),
        DayOrder::DayFirst if other > 12 => (other, one),
        _ => (one, other),
    };
    let (day, month, year) = match (month, numbers.as_slice()) {
        (Some(month), [(day, 1..=2), (year, digits)]) => (*day, month, (*year, *digits)),
        (None, [(year, 4), (month, _), (day, _)]) => (*day, *month, (*year, 4)),
        (None, [(one, 1..=2), (other, 1..=2), (year, digits)]) => {
            let (day, month) = day_and_month(*one, *other);
            (day, month, (*year, *digits))
        }
        _ => return None,
    };
    let year = match year {
        (year, 4) => year,
        (year, 2) if year > LAST_SHORT_YEAR => 1900 + year,
        (year, 2) => 2000 + year,
        _ => return None,
    };
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// Whether letters behind the digits of a word only make it an ordinal: '4th'.
fn is_ordinal(word: &str, digits: &str) -> bool {
    ["", "th", "st", "nd", "rd"].contains(&&word[digits.len()..])
}
