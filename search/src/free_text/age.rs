//! The age of the person that a text is about.

use std::ops::Range;

use waypoint_domain::age::Age;

use super::{
    number::{Number, numbers},
    reading::{Found, Reading},
    sex::tells_sex,
    token::Token,
};

/// Nobody is older.
const OLDEST: u32 = 120;

/// A smaller number beside a person may count much else.
const ADULT: u32 = 18;

/// Words of a length of time, with the word that an age of it is written with.
const UNITS: [(&str, &str); 24] = [
    ("year", "Years"),
    ("years", "Years"),
    ("yr", "Years"),
    ("yrs", "Years"),
    ("y", "Years"),
    ("month", "Months"),
    ("months", "Months"),
    ("mo", "Months"),
    ("mos", "Months"),
    ("week", "Weeks"),
    ("weeks", "Weeks"),
    ("wk", "Weeks"),
    ("wks", "Weeks"),
    ("day", "Days"),
    ("days", "Days"),
    ("ano", "Years"),
    ("anos", "Years"),
    ("añitos", "Years"),
    ("mes", "Months"),
    ("meses", "Months"),
    ("semanas", "Weeks"),
    ("dias", "Days"),
    ("thang", "Months"),
    ("ngay", "Days"),
];

/// Words after which a number is an age.
const AGED: [&str; 8] = ["aged", "age", "ages", "edad", "im", "tuoi", "shes", "hes"];
/// Words of which the next says what is counted: a kind of a disease, its stage, a dose, a place.
const COUNTED: [&str; 40] = [
    "type", "tipo", "typ", "tuyp", "tip", "stage", "stages", "estadio", "etapa", "doan", "grade", "grado",
    "phase", "fase", "level", "nivel", "score", "class", "clase", "factor", "covid", "hpv", "bmi", "imc",
    "a1c", "cd", "her", "within", "zip", "code", "do", "loai", "number", "gleason", "top", "about", "almost",
    "vitamin", "omega", "line",
];
/// Words that make a number a length of time or a bound, and no age.
const LASTING: [&str; 44] = [
    "for", "since", "after", "past", "last", "over", "under", "above", "below", "than", "least", "most",
    "every", "within", "until", "before", "by", "between", "through", "another", "first", "next", "in",
    "hace", "desde", "durante", "por", "ultimos", "llevo", "cada", "mas", "mayor", "mayores", "menor",
    "menores", "menos", "entre", "tras", "tren", "duoi", "hon", "sau", "khoang", "duration",
];
/// Those of them that make an age a bound.
const BOUNDING: [&str; 18] = [
    "over", "under", "above", "below", "than", "least", "most", "until", "mas", "mayor", "mayores", "menor",
    "menores", "menos", "tren", "duoi", "hon", "by",
];
/// What else a number beside a person may count.
const MEASURES: [&str; 22] = [
    "week", "weeks", "month", "months", "day", "days", "hour", "hours", "time", "times", "mg", "ml", "kg",
    "lb", "lbs", "pounds", "cm", "km", "miles", "percent", "semanas", "meses",
];
/// Words after a length of time that is no age.
const SINCE: [&str; 20] = [
    "ago", "after", "since", "post", "out", "now", "later", "before", "from", "of", "in", "survivor",
    "history", "despues", "atras", "antes", "de", "sin", "truoc", "nay",
];
/// Words that make a number the end of a range.
const BOUND: [&str; 14] = [
    "older", "over", "up", "above", "younger", "under", "mas", "mayor", "mayores", "menor", "menores", "tro",
    "plus", "below",
];
/// Words after a number that is somebody's age, where nothing else says that it is one.
const GOES_ON: [&str; 30] = [
    "and",
    "with",
    "female",
    "male",
    "f",
    "m",
    "living",
    "looking",
    "who",
    "have",
    "has",
    "i",
    "my",
    "from",
    "in",
    "near",
    "y",
    "con",
    "woman",
    "man",
    "girl",
    "boy",
    "busco",
    "tengo",
    "diagnosed",
    "suffering",
    "bi",
    "nu",
    "nam",
    "mac",
];
const BORN: [&str; 8] = ["born", "nacido", "nacida", "naci", "dob", "nacio", "birthyear", "sinh"];

const DECADES: [&str; 8] =
    ["twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"];

/// How surely a number is an age.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sure {
    /// By the words beside it.
    Loosely,
    /// By words that are said of ages alone.
    Plainly,
}

/// The age that the words tell.
pub(super) fn age(reading: &Reading, this_year: u16) -> Option<Found<Age>> {
    let mut best: Option<(Sure, Found<Age>)> = None;
    for number in numbers(reading) {
        let found = plainly(reading, &number, this_year)
            .map(|found| (Sure::Plainly, found))
            .or_else(|| loosely(reading, &number).map(|found| (Sure::Loosely, found)));
        let found = found
            .filter(|(_, found)| reading.is_free(found.tokens.clone()) && !is_bound(reading, &found.tokens));
        if let Some(found) = found
            && best.as_ref().is_none_or(|best| best.0 < found.0)
        {
            best = Some(found);
        }
    }
    best.map(|(_, found)| found)
}

fn plainly(reading: &Reading, number: &Number, this_year: u16) -> Option<Found<Age>> {
    let Range { start, end } = number.tokens;
    let before = reading.word_before(start, 1);
    if let Some(found) = by_birth(reading, number, this_year) {
        return Some(found);
    }
    let aged = before != "tuoi" && before != "im" && AGED[..4].contains(&before)
        || (AGED[..4].contains(&reading.word_before(start, 2)) && ["of", "de", "is", "es"].contains(&before));
    if aged && !number.is_attached {
        let from = start - if AGED[..4].contains(&before) { 1 } else { 2 };
        let (unit, ends) = unit_at(reading, end).unwrap_or(("Years", end));
        return found(number.value, unit, from..with_old(reading, ends));
    }
    if reading.word(end) == "yo" || (reading.word(end) == "y" && reading.word(end + 1) == "o") {
        let ends = end + if reading.word(end) == "yo" { 1 } else { 2 };
        return found(number.value, "Years", start..with_old(reading, ends));
    }
    if ["yof", "yom"].contains(&reading.word(end)) {
        return found(number.value, "Years", start..end + 1);
    }
    if reading.word(end) == "tuoi" {
        return (!BOUNDING.contains(&before)).then(|| found(number.value, "Years", start..end + 1)).flatten();
    }
    if reading.word(end) == "m" && reading.word(end + 1) == "old" {
        return found(number.value, "Months", start..end + 2);
    }
    let (unit, ends) = unit_at(reading, end)?;
    let after = reading.word(ends);
    if ["old", "olds", "tuoi"].contains(&after) {
        return (!BOUNDING.contains(&before)).then(|| found(number.value, unit, start..ends + 1)).flatten();
    }
    if (after == "of" && reading.word(ends + 1) == "age")
        || (after == "de" && reading.word(ends + 1) == "edad")
    {
        return (!BOUNDING.contains(&before)).then(|| found(number.value, unit, start..ends + 2)).flatten();
    }
    let is_spanish = ["ano", "anos", "añitos", "mes", "meses"].contains(&reading.word(end));
    let spoken_of = ["de", "tengo", "tiene", "con", "cumplidos", "tenemos"].contains(&before)
        || start == 0
        || tells_sex(reading, start.wrapping_sub(1))
        || tells_sex(reading, ends);
    let lasts = LASTING.contains(&before) || LASTING.contains(&reading.word_before(start, 2));
    let since = SINCE.contains(&after) && !reading.get(ends).is_some_and(Token::is_apart);
    (is_spanish && spoken_of && !lasts && !since).then(|| found(number.value, unit, start..ends)).flatten()
}

/// 'born in 1968'
fn by_birth(reading: &Reading, number: &Number, this_year: u16) -> Option<Found<Age>> {
    let start = number.tokens.start;
    let steps = (1..=2).find(|steps| BORN.contains(&reading.word_before(start, *steps)))?;
    let between = reading.word_before(start, 1);
    let years = u32::from(this_year).checked_sub(number.value)?;
    (steps == 1 || ["in", "en", "nam"].contains(&between))
        .then(|| found(years, "Years", start - steps..number.tokens.end))
        .flatten()
}

fn loosely(reading: &Reading, number: &Number) -> Option<Found<Age>> {
    let Range { start, end } = number.tokens;
    let (before, after) = (reading.word_before(start, 1), reading.word(end));
    let of_name = reading.is_named(number.tokens.clone());
    if number.is_written || COUNTED.contains(&before) || number.value == 0 || of_name {
        return None;
    }
    let letter = ["f", "m"].contains(&before)
        && number.value >= 10
        && reading.get(start - 1).is_some_and(|token| !token.is_attached() || start == 1)
        && !reading.get(end).is_some_and(|next| ["/", "-", "("].contains(&next.gap.as_str()));
    let attached = number.is_attached;
    if attached && !letter {
        return None;
    }
    let (unit, ends) = unit_at(reading, end).unwrap_or(("Years", end));
    let goes_on = |at: usize| {
        reading.get(at).is_none_or(Token::is_apart)
            || GOES_ON.contains(&reading.word(at))
            || tells_sex(reading, at)
    };
    let says_who = (before == "am" && reading.word_before(start, 2) == "i")
        || ["im", "shes", "hes"].contains(&before)
        || (["is", "was"].contains(&before)
            && (tells_sex(reading, start.wrapping_sub(2)) || reading.word_before(start, 2) == "who"));
    let beside_sex = (start > 0 && tells_sex(reading, start - 1)) || before == "tuoi";
    let of_adult = beside_sex && number.value >= ADULT && !MEASURES.contains(&reading.word(ends));
    if (says_who || beside_sex) && (goes_on(ends) || letter || of_adult) {
        let from = start - usize::from(letter || before == "tuoi");
        return found(number.value, unit, from..ends);
    }
    let sex_follows = ends < reading.tokens.len() && tells_sex(reading, ends);
    let letter_follows = ["f", "m"].contains(&reading.word(ends));
    let surely = |next: &Token| goes_on(ends + 1) || next.is_attached() || next.capitals;
    let of_letter = letter_follows && (10..100).contains(&number.value);
    if sex_follows
        && (!letter_follows || of_letter && reading.get(ends).is_some_and(surely))
        && !LASTING.contains(&before)
    {
        let ends = ends + usize::from(of_letter);
        return found(number.value, unit, start..ends);
    }
    let alone = start == 0 && ends > end && reading.get(ends).is_some_and(Token::is_apart);
    (alone && unit == "Years" && !after.is_empty()).then(|| found(number.value, unit, start..ends)).flatten()
}

/// Decades, 'in my sixties', which are no age that a study can be asked for.
pub(super) fn decade(reading: &Reading) -> Option<Range<usize>> {
    let at = (0..reading.tokens.len()).find(|at| DECADES.contains(&reading.word(*at)))?;
    let steps = if ["early", "mid", "late"].contains(&reading.word_before(at, 1)) { 2 } else { 1 };
    let whose = ["my", "her", "his", "their", "the"].contains(&reading.word_before(at, steps));
    (whose && reading.word_before(at, steps + 1) == "in").then(|| at - steps - 1..at + 1)
}

fn unit_at(reading: &Reading, at: usize) -> Option<(&'static str, usize)> {
    reading.longest_at(at, &UNITS).map(|(length, unit)| (*unit, at + length))
}

/// The end with a word such as 'old' behind it.
fn with_old(reading: &Reading, at: usize) -> usize {
    at + usize::from(reading.word(at) == "old")
}

/// Whether the words make it a bound or a range: '65 years and older', '18-65'.
fn is_bound(reading: &Reading, tokens: &Range<usize>) -> bool {
    let Range { start, end } = *tokens;
    let joined = ["and", "or", "y", "o", "tro", "to", "a", "den"].contains(&reading.word(end));
    let is_end = joined && BOUND.contains(&reading.word(end + 1));
    let to_number = (joined || reading.get(end).is_some_and(|next| next.gap.trim() == "-"))
        && reading.get(end + usize::from(joined)).is_some_and(|next| next.number.is_some());
    let from_number = reading.get(start).is_some_and(|first| ["-", "–"].contains(&first.gap.trim()))
        && start.checked_sub(1).and_then(|at| reading.get(at)).is_some_and(|before| before.number.is_some());
    let from_word = ["to", "and", "a", "den"].contains(&reading.word_before(start, 1))
        && start.checked_sub(2).and_then(|at| reading.get(at)).is_some_and(|before| before.number.is_some());
    let plus = reading.text[reading.span(tokens.clone()).end..].starts_with('+');
    is_end || to_number || from_number || from_word || plus
}

fn found(value: u32, unit: &str, tokens: Range<usize>) -> Option<Found<Age>> {
    let most = match unit {
        "Years" => OLDEST,
        "Months" => 12 * OLDEST,
        _ => 1000,
    };
    let value: Age = (value <= most).then(|| format!("{value} {unit}").parse().ok()).flatten()?;
    Some(Found { value, tokens })
}
