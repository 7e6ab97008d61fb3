//! Ages in two parts: '1 year 8 months old', '2 and a half years old', '2.5 year old', '2 años y medio'.

use waypoint_domain::age::{Age, AgeUnit};

use super::{
    age_unit::{found, unit_at},
    age_words::HAVING,
    number::number_at,
    reading::{Found, Reading},
    token::Token,
};

const MONTHS_PER_YEAR: u32 = 12;
/// Older people state no months.
const MAX_YEARS: u32 = 20;
/// Words between years and months.
const AND: [&str; 4] = ["and", "y", "con", "va"];
/// A half before the unit: 'two and a half years'.
const AND_A_HALF: [(&str, ()); 2] = [("and a half", ()), ("and half", ())];
/// A half behind the unit.
const HALF_BEHIND: [(&str, ()); 4] = [("and a half", ()), ("y medio", ()), ("y media", ()), ("ruoi", ())];
/// Words that make a number of years and months an age.
const OLD: [(&str, ()); 7] =
    [("old", ()), ("olds", ()), ("of age", ()), ("de edad", ()), ("tuoi", ()), ("yo", ()), ("y o", ())];

/// Returns the ages in two parts, in months. Without a word such as 'old', the two parts are rather a duration, unless they
/// are those of a person: 'bebé de 1 año y 8 meses'.
pub(super) fn in_parts(reading: &Reading) -> Vec<Found<Age>> {
    (0..reading.tokens.len()).filter_map(|at| at_token(reading, at)).collect()
}

fn at_token(reading: &Reading, at: usize) -> Option<Found<Age>> {
    let years = years_at(reading, at)?;
    let follows_fraction =
        at > 0 && reading.get(at).is_some_and(|token| [".", ",", "/"].contains(&&*token.gap));
    if follows_fraction {
        return None;
    }
    let (months, ends) = half_before_unit(reading, at).or_else(|| behind_unit(reading, at))?;
    let old = reading.longest_at(ends, &OLD).map(|(length, ())| length);
    let is_of_child = reading.word_before(at, 1) == "de" && at > 1;
    let says_age = reading.word(at + 1) == "tuoi";
    // 'two and a half years with eczema', as in a note
    let begins_note =
        at == 0 && (reading.get(ends).is_none_or(Token::is_apart) || HAVING.contains(&reading.word(ends)));
    (old.is_some() || is_of_child || says_age || begins_note)
        .then(|| found(years * MONTHS_PER_YEAR + months, AgeUnit::Months, at..ends + old.unwrap_or(0)))
        .flatten()
}

/// '2', 'two', and the 'a' of 'a year and a half'
fn years_at(reading: &Reading, at: usize) -> Option<u32> {
    let in_digits = reading.get(at)?.number;
    let in_words = || number_at(reading, at).map(|number| number.value);
    let is_article =
        || ["a", "un"].contains(&reading.word(at)) && ["year", "ano"].contains(&reading.word(at + 1));
    in_digits.or_else(in_words).filter(|years| *years < MAX_YEARS).or_else(|| is_article().then_some(1))
}

/// '2.5 years', '2 1/2 years', '2 and a half years'
fn half_before_unit(reading: &Reading, at: usize) -> Option<(u32, usize)> {
    let number = |at: usize| reading.get(at).and_then(|token| token.number);
    let gap = |at: usize| reading.get(at).map(|token| token.gap.as_str());
    let is_tenth = number(at + 1) == Some(5) && [Some("."), Some(",")].contains(&gap(at + 1));
    let is_fraction = number(at + 1) == Some(1) && number(at + 2) == Some(2) && gap(at + 2) == Some("/");
    let in_words = reading.longest_at(at + 1, &AND_A_HALF).map(|(length, ())| length);
    let length = if is_tenth {
        Some(1)
    } else if is_fraction {
        Some(2)
    } else {
        in_words
    }?;
    let behind = at + 1 + length;
    let (unit, ends) = unit_at(reading, behind).or_else(|| short_unit(reading, behind))?;
    (unit == AgeUnit::Years).then_some((MONTHS_PER_YEAR / 2, ends))
}

/// 'yo' is unit and ending in one.
fn short_unit(reading: &Reading, at: usize) -> Option<(AgeUnit, usize)> {
    let is_vietnamese = reading.word(at) == "tuoi";
    (reading.word(at) == "yo" || is_vietnamese).then_some((AgeUnit::Years, at))
}

/// '1 year 8 months', '2 years and a half', '2 tuổi rưỡi'
fn behind_unit(reading: &Reading, at: usize) -> Option<(u32, usize)> {
    let in_years = unit_at(reading, at + 1).filter(|(unit, _)| *unit == AgeUnit::Years).map(|(_, ends)| ends);
    let ends = in_years.or_else(|| (reading.word(at + 1) == "tuoi").then_some(at + 2))?;
    if let Some((length, ())) = reading.longest_at(ends, &HALF_BEHIND) {
        return Some((MONTHS_PER_YEAR / 2, ends + length));
    }
    let joined = usize::from(AND.contains(&reading.word(ends)));
    let months = reading.get(ends + joined).filter(|token: &&Token| token.gap.trim().len() < 2)?.number?;
    let (unit, ends) = unit_at(reading, ends + joined + 1)?;
    (unit == AgeUnit::Months && months < MONTHS_PER_YEAR).then_some((months, ends))
}
