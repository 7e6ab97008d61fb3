//! Negated conditions and places: 'asthma without diabetes', 'not in Texas'.
//!
//! These words are dropped so that they aren't read as wishes. Studies about a denied condition are left out.

use std::ops::Range;

use super::{age_span_words::PEOPLE, reading::Reading};

/// Words that negate whatever follows.
const NEGATES: [(&str, ()); 30] = [
    ("without", ()),
    ("with no", ()),
    ("no history of", ()),
    ("not taking", ()),
    ("but no", ()),
    ("but not", ()),
    ("and not", ()),
    ("do not have", ()),
    ("does not have", ()),
    ("did not have", ()),
    ("dont have", ()),
    ("doesnt have", ()),
    ("never had", ()),
    ("have no", ()),
    ("has no", ()),
    ("have never had", ()),
    ("other than", ()),
    ("except", ()),
    ("except for", ()),
    ("excluding", ()),
    ("sin", ()),
    ("no tengo", ()),
    ("no tiene", ()),
    ("no padezco", ()),
    ("excepto", ()),
    ("không bị", ()),
    ("không có", ()),
    ("không mắc", ()),
    ("khong bi", ()),
    ("khong mac", ()),
];
/// Words between a negation and what it negates.
const BETWEEN: [(&str, ()); 20] = [
    ("a", ()),
    ("an", ()),
    ("the", ()),
    ("my", ()),
    ("his", ()),
    ("her", ()),
    ("los", ()),
    ("any", ()),
    ("other", ()),
    ("prior", ()),
    ("previous", ()),
    ("having", ()),
    ("having had", ()),
    ("being on", ()),
    ("getting", ()),
    ("taking", ()),
    ("using", ()),
    ("history of", ()),
    ("tomar", ()),
    ("antecedentes de", ()),
];
/// Words that negate a following condition if the text names another one. 'Not' also does so alone.
const NEGATES_NAME: [(&str, ()); 2] = [("no", ()), ("not", ())];
/// Recruitment statuses that can't be searched for, because all trials shown are recruiting.
const STATUSES: [(&str, ()); 6] = [
    ("not yet recruiting", ()),
    ("not recruiting yet", ()),
    ("not recruiting", ()),
    ("not yet open", ()),
    ("not yet started", ()),
    ("aún no recluta", ()),
];
/// Phrases about not smoking, which studies aren't about.
const HABITS: [(&str, ()); 16] = [
    ("never smoked", ()),
    ("never smoker", ()),
    ("never smokers", ()),
    ("non smoker", ()),
    ("non smokers", ()),
    ("nonsmoker", ()),
    ("nonsmokers", ()),
    ("ex smoker", ()),
    ("ex smokers", ()),
    ("former smoker", ()),
    ("former smokers", ()),
    ("no fumador", ()),
    ("no fumadora", ()),
    ("exfumador", ()),
    ("nunca he fumado", ()),
    ("khong hut thuoc", ()),
];
/// Words between a cancer and where it has spread. Studies are about where it began.
const SPREAD: [(&str, ()); 14] = [
    ("spread to", ()),
    ("has spread to", ()),
    ("that has spread to", ()),
    ("that spread to", ()),
    ("spreading to", ()),
    ("metastasized to", ()),
    ("metastatic to", ()),
    ("with metastases to", ()),
    ("with metastasis to", ()),
    ("with mets to", ()),
    ("mets to", ()),
    ("con metastasis en", ()),
    ("que se ha extendido a", ()),
    ("di căn", ()),
];
/// Words before 'free', as in 'placebo-free'.
const FREE_OF: [&str; 9] =
    ["placebo", "steroid", "steroids", "chemo", "chemotherapy", "surgery", "needle", "hormone", "drug"];
/// Words that negate a place.
const NEGATES_PLACE: [&str; 4] = ["not", "never", "except", "no"];
/// Words between two things that are negated together.
const JOINING: [&str; 7] = ["or", "nor", "and", "o", "ni", "y", "hoac"];

/// Words behind a condition that a person was tested for.
const TESTED_NEGATIVE: [&str; 6] = ["negative", "neg", "negativo", "negativa", "seronegative", "free"];

/// Words that are dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Negated {
    /// The tokens, including the negating words.
    pub(super) tokens: Range<usize>,
    /// Whether the person doesn't have what they name. It may also be a habit, or where a cancer has spread.
    pub(super) is_denied: bool,
}

/// Returns everything negated.
pub(super) fn negated(reading: &Reading) -> Vec<Negated> {
    let mut all = Vec::new();
    let mut at = 0;
    while at < reading.tokens.len() {
        let found = dropped_at(reading, at).map(|tokens| Negated { tokens, is_denied: false });
        let found =
            found.or_else(|| denied_at(reading, at).map(|tokens| Negated { tokens, is_denied: true }));
        at = found.as_ref().map_or(at + 1, |found| found.tokens.end);
        all.extend(found);
    }
    all
}

/// Returns the tokens of a place and the word before it, if that negates it.
pub(super) fn negated_place(reading: &Reading, place: &Range<usize>) -> Option<Range<usize>> {
    let denies = NEGATES_PLACE.contains(&reading.word_before(place.start, 1));
    denies.then(|| place.start - 1..place.end)
}

/// Returns the tokens of words that a search can't use.
fn dropped_at(reading: &Reading, at: usize) -> Option<Range<usize>> {
    let by_itself = reading.longest_at(at, &STATUSES).or_else(|| reading.longest_at(at, &HABITS));
    if let Some((length, ())) = by_itself {
        return Some(at..at + length);
    }
    // 'Black women': studies aren't about skin color, and 'black' is part of many names.
    if ["black", "white"].contains(&reading.word(at)) && PEOPLE.contains(&reading.word(at + 1)) {
        return Some(at..at + 1);
    }
    if let Some((length, ())) = reading.longest_at(at, &SPREAD).filter(|_| reading.is_named(0..at)) {
        return negated_list(reading, at, skip_between(reading, at + length));
    }
    (FREE_OF.contains(&reading.word(at)) && reading.word(at + 1) == "free").then(|| at..at + 2)
}

/// Returns the tokens of a condition that the person doesn't have.
fn denied_at(reading: &Reading, at: usize) -> Option<Range<usize>> {
    if let Some(found) = tested_negative_at(reading, at).or_else(|| non_at(reading, at)) {
        return Some(found);
    }
    let by_phrase = reading.longest_at(at, &NEGATES).map(|(length, ())| at + length);
    let by_name = || {
        let (length, ()) = reading.longest_at(at, &NEGATES_NAME)?;
        let after = at + length;
        let ends = thing_end(reading, after)?;
        let has_other_name = reading.is_named(0..at) || reading.is_named(ends..reading.tokens.len());
        // 'Not asthma' is a negation even alone, but 'no sleep' is a symptom.
        let alone = reading.word(at) == "not" && at == 0 && ends == reading.tokens.len();
        (reading.is_named(after..after + 1) && (has_other_name || alone)).then_some(after)
    };
    let first = by_phrase.or_else(by_name)?;
    // 'Migraine without aura' is a name.
    if reading.is_in_name(at..first) {
        return None;
    }
    negated_list(reading, at, skip_between(reading, first))
}

/// 'HIV negative'
fn tested_negative_at(reading: &Reading, at: usize) -> Option<Range<usize>> {
    let ends = thing_end(reading, at).filter(|_| reading.is_named(at..at + 1))?;
    let is_whole = reading.whole_name(at..at + 1) == (at..ends);
    (is_whole && TESTED_NEGATIVE.contains(&reading.word(ends))).then_some(at..ends + 1)
}

/// 'non diabetic kidney disease' denies the diabetes alone.
fn non_at(reading: &Reading, at: usize) -> Option<Range<usize>> {
    let is_free = reading.word(at) == "non" && !reading.is_in_name(at..at + 1);
    let ends = thing_end(reading, at + 1).filter(|_| is_free && reading.is_named(at + 1..at + 2))?;
    let names_others = at + 2 == ends || reading.names(at + 2..ends);
    Some(at..if names_others { at + 2 } else { ends })
}

/// Returns the tokens from a negation to the end of what it negates, which begins at `first`.
fn negated_list(reading: &Reading, at: usize, first: usize) -> Option<Range<usize>> {
    let mut ends = thing_end(reading, first)?;
    while JOINING.contains(&reading.word(ends)) && reading.is_named(ends + 1..ends + 2) {
        ends = thing_end(reading, ends + 1)?;
    }
    Some(at..ends)
}

/// Returns the first token after the words of [`BETWEEN`].
fn skip_between(reading: &Reading, mut at: usize) -> usize {
    while let Some((length, ())) = reading.longest_at(at, &BETWEEN) {
        if reading.is_named(at..at + length) {
            break;
        }
        at += length;
    }
    at
}

/// Returns the end of the thing that begins at a token: its whole name, or one word.
fn thing_end(reading: &Reading, at: usize) -> Option<usize> {
    reading.get(at).filter(|token| !token.is_apart() && token.number.is_none())?;
    Some(reading.whole_name(at..at + 1).end)
}
