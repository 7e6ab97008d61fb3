//! Age ranges: 'over 65', 'kids under 12', 'ages 13 to 17', 'in my sixties'.

use std::ops::{Range, RangeInclusive};

use waypoint_domain::{
    age::{Age, AgeUnit},
    query_ages::QueryAges,
};

use super::{
    age_span_words::{
        AND_OLDER, AND_YOUNGER, GROUPS, MEASURED, OLDER, PEOPLE, PHRASE_STARTS, POSSESSIVE, YOUNGER,
    },
    age_unit::{OLDEST, unit_at},
    age_words::{COUNTED, DECADES, MEASURES, UNITS, mentions_pregnancy},
    number::{Number, number_at},
    reading::{Found, Reading},
    token::Token,
};

/// Words between people and what they have.
const HAVING: [&str; 4] = ["with", "con", "bi", "mac"];
/// Numbers outside this range need words nearby that mark them as ages.
const LIKELY: RangeInclusive<u32> = 16..=99;

/// Returns the age range that the text states, if it states no single age.
pub(super) fn age_span(reading: &Reading) -> Option<Found<QueryAges>> {
    let positions = 0..reading.tokens.len();
    let bound = positions.clone().find_map(|at| bound_at(reading, at));
    let bound = bound.map(|found| with_people(reading, found));
    bound.or_else(|| decade(reading)).or_else(|| positions.clone().find_map(|at| group_at(reading, at)))
}

fn bound_at(reading: &Reading, at: usize) -> Option<Found<QueryAges>> {
    let number = number_at(reading, at)?;
    let found = between(reading, &number)
        .or_else(|| bound_before(reading, &number))
        .or_else(|| bound_after(reading, &number))?;
    let is_right = reading.is_free(found.tokens.clone()) && !reading.is_in_name(found.tokens.clone());
    is_right.then_some(found)
}

/// 'ages 13 to 17', '18-65 years old', 'between 40 and 60'
fn between(reading: &Reading, first: &Number) -> Option<Found<QueryAges>> {
    let Range { start, end } = first.tokens;
    let joined = usize::from(["to", "and", "a", "y", "den"].contains(&reading.word(end)));
    let is_dash = reading.get(end).is_some_and(|next| ["-", "–"].contains(&next.gap.trim()));
    if joined == 0 && !is_dash {
        return None;
    }
    let from_word = ["between", "from", "entre", "de", "tu"].contains(&reading.word_before(start, 1));
    let begins = start - usize::from(from_word);
    let aged = ["aged", "age", "ages", "edad", "edades"].contains(&reading.word_before(begins, 1));
    let last = number_after(reading, end + joined)?;
    let are_people = aged || people_before(reading, begins);
    let ending = age_ending(reading, last.tokens.end, are_people);
    if ending.is_none() && is_duration(reading, last.tokens.end) {
        return None;
    }
    let says_age = are_people || ending.is_some();
    let (unit, ends) = ending.unwrap_or((AgeUnit::Years, last.tokens.end));
    let ages = QueryAges::between(age(first.value, unit)?, age(last.value, unit)?).ok()?;
    let tokens = begins - usize::from(aged)..ends;
    (says_age && first.value < last.value).then_some(Found { value: ages, tokens })
}

/// Returns the second number of a range, even after a dash.
fn number_after(reading: &Reading, at: usize) -> Option<Number> {
    let value = reading.get(at)?.number?;
    Some(Number { value, tokens: at..at + 1, is_spelled_out: false, is_attached: false })
}

/// 'over 65', 'younger than 40'
fn bound_before(reading: &Reading, number: &Number) -> Option<Found<QueryAges>> {
    let Range { start, end } = number.tokens;
    let matching = |words: &[(&str, u16)]| {
        (1..=4.min(start)).rev().find_map(|steps| {
            let (length, more) = reading.longest_at(start - steps, words)?;
            (length == steps).then_some((start - steps, *more))
        })
    };
    let older = matching(&OLDER);
    // 'Blood pressure 150 over 90'
    let follows_number = |begins: usize| {
        begins.checked_sub(1).and_then(|at| reading.get(at)).is_some_and(|token| token.number.is_some())
    };
    let (begins, change) =
        older.or_else(|| matching(&YOUNGER)).filter(|(begins, _)| !follows_number(*begins))?;
    let the_age_of = reading.longest_at(end, &[("the age of", ())]).map_or(0, |(length, ())| length);
    let are_people = people_before(reading, begins);
    let ending = age_ending(reading, end + the_age_of, are_people);
    if ending.is_none() && is_duration(reading, end) {
        return None;
    }
    let (unit, ends) = ending.unwrap_or((AgeUnit::Years, end));
    let ages = if older.is_some() {
        QueryAges::at_least(age(number.value + u32::from(change), unit)?)
    } else {
        QueryAges::at_most(age(number.value.saturating_sub(change.into()), unit)?)
    };
    let is_sure = are_people || ending.is_some();
    (is_sure || is_likely(reading, number, begins, end))
        .then_some(Found { value: ages.ok()?, tokens: begins..ends })
}

/// '65 and older', '12 or younger', '65+'
fn bound_after(reading: &Reading, number: &Number) -> Option<Found<QueryAges>> {
    let Range { start, end } = number.tokens;
    let are_people = people_before(reading, start);
    let ending = age_ending(reading, end, are_people);
    if ending.is_none() && is_duration(reading, end) {
        return None;
    }
    let (unit, after) = ending.unwrap_or((AgeUnit::Years, end));
    let value = age(number.value, unit)?;
    let behind = reading.span(number.tokens.clone()).end;
    let tokens = |ends: usize| {
        let aged = ["aged", "age", "ages", "edad"].contains(&reading.word_before(start, 1));
        start - usize::from(aged)..ends
    };
    if reading.text[behind..].starts_with('+') {
        let is_sure = after > end || are_people;
        let ages = QueryAges::at_least(value).ok()?;
        return (is_sure || is_likely(reading, number, start, end))
            .then(|| Found { value: ages, tokens: tokens(after) });
    }
    let matching = |words: &[(&str, bool)]| {
        reading.longest_at(after, words).map(|(length, sure)| (after + length, *sure))
    };
    let older = matching(&AND_OLDER).map(|(ends, sure)| (ends, sure, QueryAges::at_least(value)));
    let found =
        older.or_else(|| matching(&AND_YOUNGER).map(|(ends, sure)| (ends, sure, QueryAges::at_most(value))));
    let (ends, sure, ages) = found?;
    let is_sure = sure || ending.is_some() || are_people;
    let value = ages.ok()?;
    (is_sure || is_likely(reading, number, start, ends)).then(|| Found { value, tokens: tokens(ends) })
}

/// Returns the unit and the end of the words that make a number an age: '65 years old', '65 yo', '65 años', '65 tuổi'.
/// After people, as in 'babies under 6 months', the unit alone does.
fn age_ending(reading: &Reading, at: usize, are_people: bool) -> Option<(AgeUnit, usize)> {
    let endings = [("old", ()), ("of age", ()), ("de edad", ())];
    let short = [("yo", ()), ("y o", ()), ("tuoi", ()), ("anos", ())];
    if let Some((length, ())) = reading.longest_at(at, &short) {
        let ends = at + length;
        let old = reading.longest_at(ends, &endings).map_or(0, |(length, ())| length);
        return Some((AgeUnit::Years, ends + old));
    }
    let (unit, ends) = unit_at(reading, at)?;
    let old = reading.longest_at(ends, &endings).map_or(0, |(length, ())| length);
    // '65 years and older', but not 'over 5 years'.
    let has_bound =
        || AND_OLDER.iter().chain(&AND_YOUNGER).any(|(words, _)| reading.phrase_at(ends, words) > 0);
    let is_year = unit == AgeUnit::Years;
    (old > 0 || (is_year && has_bound()) || (!is_year && are_people && !mentions_pregnancy(reading)))
        .then_some((unit, ends + old))
}

/// Whether a number has a unit of which it is no age, as the weeks of a pregnancy.
fn is_duration(reading: &Reading, ends: usize) -> bool {
    unit_at(reading, ends).is_some_and(|(unit, _)| unit != AgeUnit::Years)
}

/// Whether the previous words refer to people: 'women over 50', 'I am over 65'.
fn people_before(reading: &Reading, at: usize) -> bool {
    let before = reading.word_before(at, 1);
    let are_healthy = at.checked_sub(1).is_some_and(|before| reading.people.contains(&before));
    are_healthy || PEOPLE.contains(&before) || before == "am" && reading.word_before(at, 2) == "i"
}

/// Whether a number is probably an age: it has no unit, follows no measurement, and begins the text or ends a phrase.
fn is_likely(reading: &Reading, number: &Number, begins: usize, ends: usize) -> bool {
    let before = reading.word_before(begins, 1);
    let counted = COUNTED.contains(&before) || MEASURED.contains(&before);
    let next = reading.get(ends);
    let is_end = begins == 0
        || next.is_none_or(Token::is_apart)
        || next
            .is_some_and(|next| PHRASE_STARTS.contains(&next.folded.as_str()) || next.gap.starts_with('+'));
    // 'under 12 asthma'
    let begins_text = begins == 0 && number.tokens.start > 0 && reading.is_named(ends..ends + 1);
    let has_unit = MEASURES.contains(&reading.word(ends)) || reading.longest_at(ends, &UNITS).is_some();
    (LIKELY.contains(&number.value) || begins_text && number.value > 0)
        && !number.is_attached
        && !counted
        && is_end
        && !has_unit
}

/// Extends the tokens by a preceding word for people: 'kids under 12'.
fn with_people(reading: &Reading, found: Found<QueryAges>) -> Found<QueryAges> {
    let before = found.tokens.start.checked_sub(1);
    let group =
        before.filter(|at| reading.longest_at(*at, &GROUPS).is_some() && reading.is_free(*at..at + 1));
    let people = before.filter(|at| ["people", "anyone", "those", "patients"].contains(&reading.word(*at)));
    match group.or(people) {
        Some(begins) if !reading.is_in_name(begins..begins + 1) => {
            Found { tokens: begins..found.tokens.end, ..found }
        }
        _ => found,
    }
}

/// 'in my sixties', 'late 60s'
fn decade(reading: &Reading) -> Option<Found<QueryAges>> {
    let in_words = |at: usize| {
        let tens = DECADES.iter().zip(2_u16..).find(|(word, _)| **word == reading.word(at));
        tens.map(|(_, tens)| (at, tens * 10))
    };
    let in_digits = |at: usize| {
        let tens = at.checked_sub(1).and_then(|at| reading.get(at)).and_then(|token| token.number);
        let tens = tens.filter(|tens| tens % 10 == 0 && (20..100).contains(tens));
        let is_plural = reading.word(at) == "s";
        tens.filter(|_| is_plural).and_then(|tens| Some((at - 1, u16::try_from(tens).ok()?)))
    };
    let last = |at: usize| in_words(at).or_else(|| in_digits(at)).map(|(begins, years)| (at, begins, years));
    let (at, begins, years) = (0..reading.tokens.len()).find_map(last)?;
    let part = usize::from(["early", "mid", "late"].contains(&reading.word_before(begins, 1)));
    let has_determiner = ["my", "her", "his", "their", "the"]
        .contains(&reading.word_before(begins, part + 1))
        && reading.word_before(begins, part + 2) == "in";
    let steps = part + if has_determiner { 2 } else { 0 };
    let tokens = begins - steps..at + 1;
    let is_stated = (has_determiner || at > begins) && reading.is_free(tokens.clone());
    let value = QueryAges::between(Age::years(years), Age::years(years + 9)).ok()?;
    is_stated.then_some(Found { value, tokens })
}

/// 'teenager', 'for children', 'elderly', and 'infant with eczema', although that is also a name.
fn group_at(reading: &Reading, at: usize) -> Option<Found<QueryAges>> {
    let (length, (youngest, oldest)) = reading.longest_at(at, &GROUPS)?;
    let tokens = at..at + length;
    let before = |steps: usize| reading.word_before(at, steps);
    let counted = at.checked_sub(1).and_then(|before| reading.get(before));
    let counted = counted.is_some_and(|before| before.number.is_some());
    let is_possessed = POSSESSIVE.contains(&before(1)) || before(1) == "a" && POSSESSIVE.contains(&before(2));
    // 'Mother-to-child transmission'
    let is_glued = |at: usize| reading.get(at).is_some_and(|token| token.gap == "-");
    let is_apart = !is_glued(at) && !is_glued(tokens.end);
    let is_right = is_apart
        && !counted
        && !is_possessed
        && reading.is_free(tokens.clone())
        && (!reading.is_in_name(tokens.clone())
            || HAVING.contains(&reading.word(tokens.end))
            || reading.means_the_same_without(&tokens));
    let value = QueryAges::between(*youngest, *oldest).ok()?;
    is_right.then_some(Found { value, tokens })
}

fn age(value: u32, unit: AgeUnit) -> Option<Age> {
    let age = Age::new(u16::try_from(value).ok()?, unit);
    (age.end_day() <= OLDEST.end_day()).then_some(age)
}
